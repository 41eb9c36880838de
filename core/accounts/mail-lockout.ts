import type { Calendar } from '../kernel/calendar.ts';
import type { LockoutMail, Mailer, RunInBackground } from '../platform/mailer.ts';
import { type Clock, hoursAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Origin } from './account.ts';
import type { Counter } from './attempts.ts';
import { occasionOf } from './occasion.ts';
import type { LockoutPolicy } from './lockout.ts';
import type { AccountStores } from './world.ts';
import { type PasswordPages, passwordPageOf } from './password-pages.ts';

export interface MailLockoutNeeds extends PasswordPages {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly transact: Transact<Pick<AccountStores, 'nonces'>>;
  readonly runInBackground: RunInBackground;
  readonly mailer: Mailer;
  readonly lockout: LockoutPolicy;
}

/** Hours between two mails about a lockout, so that guessed passwords cannot fill the owner's mailbox. */
const HOURS_BETWEEN_MAILS = 1;

const MINUTES_OF_AN_HOUR = 60;

/**
 * Mails the owner of an account that too many wrong passwords have locked sign-ins. Sends the mail after the response.
 * Sends nothing if the account has no e-mail address.
 */
export function mailLockout(
  needs: MailLockoutNeeds,
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
