import type { UserId } from '../kernel/ids.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { hoursAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { AccountStores, CodeDigests, CodeFamily, CodeRepo } from './ports.ts';
import { codeAbsent, codeExhausted, codesExhausted, codeWrong } from './refusals.ts';

export interface CodePolicy {
  readonly maxTries: number;
  readonly ttlMinutes: number;
  /** The pause between two mails; 0 for none. */
  readonly resendSeconds: number;
  /** 0 for no limit. */
  readonly maxPerHour: number;
}

/** However many codes are sent, an account has so many wrong tries a day. */
export const MOST_WRONG_CODES_A_DAY = 20;

export const CODE_LENGTH = 6;

interface Judging {
  readonly digests: CodeDigests;
  readonly otp: CodePolicy;
}

/**
 * Judges a code and uses it when it is right. A try is counted before it is compared, both against the code and against the day, so that
 * tries made at once can't exceed either limit. The refusal is an answer, not thrown: the count has to be committed.
 */
export const judgeCode = ({ digests, otp }: Judging) =>
  async ({ users, codes }: Pick<AccountStores, 'users' | 'codes'>, userId: UserId, family: CodeFamily, code: string, now: Instant): Promise<Refusal | undefined> => {
    if (!(await users.reserveWrongCode(userId, MOST_WRONG_CODES_A_DAY, now))) return codesExhausted();

    const tried = await codes.reserveTry(userId, family, otp.maxTries, now);
    if (typeof tried === 'object' && !digests.equal(tried.digest, digests.of(userId, family, code))) return codeWrong(tried.number, otp.maxTries);

    await users.giveWrongCodeBack(userId);
    if (tried === 'exhausted') return codeExhausted();
    return tried !== 'absent' && (await codes.use(tried.id)) ? undefined : codeAbsent();
  };

/** How many seconds until another mail of these families may go out; 0 when it may now. */
export async function secondsToWait(codes: CodeRepo, userId: UserId, families: readonly CodeFamily[], { resendSeconds, maxPerHour }: CodePolicy, now: Instant): Promise<number> {
  const { newest } = await codes.sent(userId, families, secondsAfter(now, -resendSeconds));
  const pause = newest === undefined ? 0 : secondsBetween(now, secondsAfter(newest, resendSeconds));
  const { count, oldest } = await codes.sent(userId, families, hoursAfter(now, -1));
  const hour = maxPerHour > 0 && count >= maxPerHour && oldest !== undefined ? secondsBetween(now, hoursAfter(oldest, 1)) : 0;
  return Math.max(0, pause, hour);
}
