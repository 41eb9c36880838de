import type { LockoutMail } from '../platform/mailer.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Origin } from './account.ts';
import type { Counter } from './attempts.ts';
import { occasionOf } from './occasion.ts';
import { passwordPageOf } from './password-pages.ts';
import type { AccountWorld } from './world.ts';

/** Hours between two mails about a lockout, so that guessed passwords cannot fill the owner's mailbox. */
const HOURS_BETWEEN_MAILS = 1;

const MINUTES_OF_AN_HOUR = 60;

/**
 * Mails the owner of an account that too many wrong passwords have locked sign-ins. Sends the mail after the response.
 * Sends nothing if the account has no e-mail address.
 */
export function mailLockout(
  needs: AccountWorld,
  { account }: Pick<Counter, 'account'>,
  locked: LockoutMail['locked'],
  origin: Origin,
): void {
  const { clock, calendar, transact, runInBackground, mailer, lockout } = needs;
  const { email: to, fullName: name, language } = account;
  if (to === null) return;
  const at = clock();
  runInBackground(async () => {
    const isFirst = await transact(({ nonces }) =>
      nonces.claim(`lockout-mail:${account.id}`, hoursAfter(at, HOURS_BETWEEN_MAILS), at),
    );
    if (!isFirst) return;
    // Ignores a failed mail, because the mailer logs it.
    await mailer
      .send({
        kind: 'lockout',
        to,
        name,
        language: language ?? 'en',
        occasion: occasionOf(calendar, at, origin),
        locked,
        minutesLocked: locked === 'new addresses' ? MINUTES_OF_AN_HOUR : lockout.minutes,
        passwordPage: passwordPageOf(needs, account),
      })
      .catch(() => undefined);
  });
}
