import type { CodePolicy, CodeFamily, CodeRepo } from './ports.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { type Instant, hoursAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { codeAbsent, codeExhausted, codesExhausted, codeWrong } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** The most wrong codes that one account may enter in a day, however many codes were sent. */
export const MOST_WRONG_CODES_A_DAY = 20;

export const CODE_LENGTH = 6;

/** The text that is hashed for a code. A code that was issued with a signed ticket is valid only with that ticket. */
export const boundTo = (ticket: string | undefined, code: string): string =>
  ticket === undefined ? code : `${ticket}:${code}`;

/**
 * Checks a code, and marks it used if it is right. A try is counted before the code is compared, so that simultaneous
 * tries cannot exceed a limit. Every code has a limit of tries, and every account has a limit of wrong codes a day. A
 * refusal is returned, not thrown, because the count has to be committed.
 */
export const checkCode =
  ({ digests, otp }: AccountWorld) =>
  async (
    { users, codes }: AccountStores,
    userId: UserId,
    family: CodeFamily,
    code: string,
    now: Instant,
  ): Promise<Refusal | undefined> => {
    if (!(await users.reserveWrongCode(userId, MOST_WRONG_CODES_A_DAY, now))) return codesExhausted();

    const tried = await codes.reserveTry(userId, family, otp.maxTries, now);
    if (typeof tried === 'object' && !digests.equal(tried.digest, digests.of(userId, family, code)))
      return codeWrong(tried.number, otp.maxTries);

    await users.releaseWrongCode(userId);
    if (tried === 'exhausted') return codeExhausted();
    return tried !== 'absent' && (await codes.use(tried.id)) ? undefined : codeAbsent();
  };

/** Seconds until the user may get another mail with a code of these families; 0 if allowed now. */
export async function secondsToWait(
  codes: CodeRepo,
  userId: UserId,
  families: readonly CodeFamily[],
  { resendSeconds, maxPerHour }: CodePolicy,
  now: Instant,
): Promise<number> {
  const { newest } = await codes.sent(userId, families, secondsAfter(now, -resendSeconds));
  const pause = newest === undefined ? 0 : secondsBetween(now, secondsAfter(newest, resendSeconds));
  const { count, oldest } = await codes.sent(userId, families, hoursAfter(now, -1));
  const hour =
    maxPerHour > 0 && count >= maxPerHour && oldest !== undefined ? secondsBetween(now, hoursAfter(oldest, 1)) : 0;
  return Math.max(0, pause, hour);
}
