import type { UserId } from '../kernel/ids.ts';
import type { Account } from './account.ts';
import type { UserRepo } from './ports.ts';
import { userGone } from './refusals.ts';

/**
 * Locks the rows of the caller's account and of another account, ordered by id. `other` is undefined if `found` is the
 * caller's account. What was true of `found` may have changed before its row was locked.
 */
export async function lockBoth(
  users: UserRepo,
  userId: UserId,
  found: Account | undefined,
): Promise<{ readonly account: Account; readonly other: Account | undefined }> {
  const otherId = found?.id === userId ? undefined : found?.id;
  const first = otherId !== undefined && otherId < userId ? await users.lock(otherId) : undefined;
  const account = await users.lock(userId);
  if (!account) throw userGone();
  return { account, other: first ?? (otherId === undefined ? undefined : await users.lock(otherId)) };
}
