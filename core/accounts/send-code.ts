import type { CodePurpose, Mailer } from '../kernel/mailer.ts';
import type { Random } from '../kernel/random.ts';
import { Refusal } from '../kernel/refusal.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Account } from './account.ts';
import type { Origin } from './caller.ts';
import { CODE_LENGTH, MOST_WRONG_CODES_A_DAY, secondsToWait } from './one-time-code.ts';
import type { CodePolicy } from './one-time-code.ts';
import type { AccountStores, CodeDigests, CodeId } from './ports.ts';
import { codeNotMailed, codesUsedUp, waitForCode } from './refusals.ts';

export interface SendingNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'loginLog'>>;
  readonly digests: CodeDigests;
  readonly mailer: Mailer;
  readonly otp: CodePolicy;
}

interface Sending {
  readonly account: Account;
  readonly family: 'SIGN_IN' | 'EMAIL';
  readonly purpose: CodePurpose;
  readonly origin: Origin;
}

/**
 * Mails a one-time code. Answers why not, if it did not go out: callers differ in what they make of that.
 * The code is kept before it is mailed, so that sends asked for at once can't exceed the limit, and forgotten when the mail fails.
 */
export const sendCode = ({ clock, random, transact, digests, mailer, otp }: SendingNeeds) =>
  async ({ account, family, purpose, origin }: Sending): Promise<Refusal | undefined> => {
    const { id: userId, email, fullName } = account;
    const code = random.digits(CODE_LENGTH);
    const digest = digests.of(userId, family, code);

    const kept = await transact(async ({ users, codes }): Promise<CodeId | Refusal> => {
      const now = clock();
      await users.lock(userId);
      if ((await users.wrongCodes(userId, now)) >= MOST_WRONG_CODES_A_DAY) return codesUsedUp();
      const seconds = await secondsToWait(codes, userId, ['SIGN_IN', 'EMAIL'], otp, now);
      if (seconds > 0) return waitForCode(seconds);
      return codes.add({ userId, family, purpose, digest, createdAt: now, expiresAt: minutesAfter(now, otp.ttlMinutes) });
    });
    if (kept instanceof Refusal) return kept;

    try {
      await mailer.send({ kind: 'code', purpose, to: email, name: fullName, code, minutesValid: otp.ttlMinutes });
    } catch (cause) {
      await transact(({ codes }) => codes.remove(kept));
      return codeNotMailed(cause);
    }
    await transact(({ loginLog }) => loginLog.add({ kind: 'OTP_SENT', userId, email, message: `Code mailed (${purpose.toLowerCase()}).`, origin }, clock()));
    return undefined;
  };
