import type { CodePurpose, FirstFactor } from '../platform/mailer.ts';
import { Refusal } from '../kernel/refusal.ts';
import { minutesAfter } from '../kernel/time.ts';
import { type Account, type Origin, mailLanguageOf } from './account.ts';
import { CODE_LENGTH, MOST_WRONG_CODES_A_DAY, boundTo, secondsToWait } from './one-time-code.ts';
import type { CodeId } from './ports.ts';
import { occasionOf } from './occasion.ts';
import { codeNotMailed, codesUsedUp, tooManyMails, waitForCode } from './refusals.ts';
import { isUnproven } from './stranger-mails.ts';
import type { AccountWorld } from './world.ts';

interface CodeToSend {
  readonly account: Account;
  /** The address that the mail goes to. */
  readonly to: string;
  readonly family: 'SIGN_IN' | 'EMAIL' | 'NEW_EMAIL';
  /** The nonce of the signed ticket that belongs to the code; undefined for a code without a ticket. */
  readonly ticket?: string;
  readonly purpose: CodePurpose;
  readonly firstFactor?: FirstFactor;
  readonly origin: Origin;
  /** True if the mail was already counted for the caller's IP address. */
  readonly isCounted?: boolean;
}

/**
 * Mails a one-time code. Returns a refusal instead of throwing it, because callers handle refusals differently. The
 * code is stored before it is mailed, so that simultaneous requests cannot exceed the limit. A code whose mail fails is
 * removed.
 */
export const sendCode =
  ({ clock, calendar, random, transact, digests, mailer, otp, takeMail }: AccountWorld) =>
  async ({
    account,
    to,
    family,
    ticket,
    purpose,
    firstFactor,
    origin,
    isCounted = false,
  }: CodeToSend): Promise<Refusal | undefined> => {
    const { id: userId, fullName } = account;
    const code = random.digits(CODE_LENGTH);
    const digest = digests.of(userId, family, boundTo(ticket, code));

    const stored = await transact(async ({ users, codes }): Promise<CodeId | Refusal> => {
      const now = clock();
      await users.lock(userId);
      if ((await users.wrongCodes(userId, now)) >= MOST_WRONG_CODES_A_DAY) return codesUsedUp();
      const seconds = await secondsToWait(codes, userId, ['SIGN_IN', 'EMAIL', 'NEW_EMAIL'], otp, now);
      if (seconds > 0) return waitForCode(seconds);
      return codes.add({
        userId,
        family,
        purpose,
        digest,
        createdAt: now,
        expiresAt: minutesAfter(now, otp.ttlMinutes),
      });
    });
    if (stored instanceof Refusal) return stored;

    const at = clock();
    // The account's limits were checked above, before the mail is counted, so that a refused request uses up no mail.
    const isStrange = family === 'NEW_EMAIL' || isUnproven(account, at);
    const wait = !isCounted && isStrange ? await takeMail(origin.ip) : 0;
    if (wait > 0) {
      await transact(({ codes }) => codes.remove(stored));
      return tooManyMails(wait);
    }
    try {
      await mailer.send({
        kind: 'code',
        language: mailLanguageOf(account, origin),
        purpose,
        ...(firstFactor && { firstFactor }),
        to,
        name: fullName,
        code,
        minutesValid: otp.ttlMinutes,
        occasion: occasionOf(calendar, at, origin),
      });
    } catch (cause) {
      await transact(({ codes }) => codes.remove(stored));
      return codeNotMailed(cause);
    }
    await transact(({ loginLog }) =>
      loginLog.add(
        { kind: 'OTP_SENT', userId, email: to, message: `Code mailed (${purpose.toLowerCase()}).`, origin },
        clock(),
      ),
    );
    return undefined;
  };
