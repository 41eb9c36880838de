import type { MailQueue } from '../platform/mail-queue.ts';
import type { TotpMail } from '../platform/mailer.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, Origin, Role } from './account.ts';
import { occasionOf } from './occasion.ts';
import type { AccountStores } from './ports.ts';

export interface AnnouncingStores extends Pick<AccountStores, 'loginLog'> {
  readonly mailQueue: Pick<MailQueue, 'post'>;
}

interface TotpChange {
  readonly account: Account;
  readonly change: TotpMail['change'];
  readonly role: Role;
  readonly origin: Origin;
}

const LOGGED = {
  on: { kind: 'SUCCESS', message: 'Authenticator app turned on.' },
  off: { kind: 'SUCCESS', message: 'Authenticator app turned off.' },
  reset: { kind: 'LOGOUT', message: 'Authenticator app reset on the server; signed out everywhere.' },
} as const;

/**
 * Notes in the login log that an authenticator app was turned on or off, and mails the owner of the account: whoever
 * knows a stolen password cannot do it unnoticed.
 */
export async function announceTotp(
  { calendar }: { readonly calendar: Calendar },
  { loginLog, mailQueue }: AnnouncingStores,
  { account, change, role, origin }: TotpChange,
  now: Instant,
): Promise<void> {
  const { id: userId, email, fullName: name, language } = account;
  await loginLog.add({ ...LOGGED[change], userId, email, role, origin }, now);
  const occasion = occasionOf(calendar, now, origin);
  await mailQueue.post([{ kind: 'totp', to: email, name, language: language ?? 'en', change, occasion }], now);
}
