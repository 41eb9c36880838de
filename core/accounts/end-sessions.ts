import type { UserId } from '../kernel/ids.ts';
import type { AccountStores } from './ports.ts';

/**
 * Invalidates all tokens of a user, and trusts none of their devices any more. The embedded broker disconnects whoever
 * came with such a token.
 */
export async function endSessions(
  { users, devices }: Pick<AccountStores, 'users' | 'devices'>,
  userId: UserId,
): Promise<void> {
  await users.raiseTokenVersion(userId);
  await devices.revokeAll(userId);
}
