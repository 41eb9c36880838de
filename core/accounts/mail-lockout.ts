import type { Calendar } from '../kernel/calendar.ts';
import type { Mailer, RunInBackground } from '../delivery/mailer.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Origin } from './account.ts';
import type { Counter } from './attempts.ts';
import type { AccountStores, LockoutPolicy } from './ports.ts';
import { passwordPageOf } from './password-pages.ts';
import type { PasswordPages } from './password-pages.ts';

export interface MailLockoutNeeds extends PasswordPages {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly transact: Transact<Pick<AccountStores, 'nonces'>>;
  readonly runInBackground: RunInBackground;
  readonly mailer: Mailer;
  readonly lockout: LockoutPolicy;
}

/** So that guessing passwords cannot fill the owner's mailbox. */
const HOURS_BETWEEN_MAILS = 1;

/** Mails the owner of an account, after the response, that the account or a browser of theirs is now locked. */
export function mailLockout(needs: MailLockoutNeeds, { account, device }: Counter, origin: Origin): void {
  const { clock, calendar, transact, runInBackground, mailer, lockout } = needs;
  const at = clock();
  runInBackground(async () => {
    const isFirst = await transact(({ nonces }) =>
      nonces.claim(`lockout-mail:${account.id}`, hoursAfter(at, HOURS_BETWEEN_MAILS), at),
    );
    if (!isFirst) return;
    const { email: to, fullName: name } = account;
    // Nothing is left to do when it fails: the mailer logs that.
    await mailer
      .send({
        kind: 'lockout',
        to,
        name,
        occasion: { at: calendar.text(at), zone: calendar.zone(at), ...origin },
        locked: device === undefined ? 'account' : 'browser',
        minutesLocked: lockout.minutes,
        passwordPage: passwordPageOf(needs, account),
      })
      .catch(() => undefined);
  });
}
