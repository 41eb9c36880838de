import type { Calendar } from '../kernel/calendar.ts';
import { maskedMobile } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import { type AccountNews, newAccountSms } from '../platform/sms.ts';
import type { Account, Caller, Origin } from './account.ts';
import { maskedEmail } from './email-address.ts';
import { occasionOf } from './occasion.ts';
import type { AccountStores } from './world.ts';

interface ContactChange {
  /** The account before the change. */
  readonly account: Account;
  readonly caller: Pick<Caller, 'family'>;
  /** The new phone number or e-mail address; null for a removed phone number. */
  readonly now: { readonly phone: string | null } | { readonly email: string };
  readonly origin: Origin;
}

/**
 * Tells the owner of an account that it has another phone number or e-mail address: by text to the old number, and by
 * mail to the old address, if they are verified. Ends all sessions of the account but the caller's.
 */
export async function announceContact(
  { calendar }: { readonly calendar: Calendar },
  { sessions, smsQueue, mailQueue }: AccountStores,
  { account, caller, now: changed, origin }: ContactChange,
  at: Instant,
): Promise<void> {
  const { id, phone, phoneVerified, email, emailVerified, fullName: name, language } = account;
  const newPhone = 'phone' in changed && changed.phone !== null ? maskedMobile(changed.phone) : null;
  if (phone !== null && phoneVerified) {
    const news: AccountNews =
      'email' in changed
        ? { news: 'EMAIL_ADDED', email: maskedEmail(changed.email) }
        : { news: 'PHONE_CHANGED', phone: newPhone };
    await smsQueue.add([newAccountSms({ to: phone, ...news }, at)], at);
  }
  if (email !== null && emailVerified && 'phone' in changed) {
    const occasion = occasionOf(calendar, at, origin);
    const mail = {
      kind: 'phone-changed',
      to: email,
      name,
      language: language ?? 'en',
      phone: newPhone,
      occasion,
    } as const;
    await mailQueue.post([mail], at);
  }
  await sessions.revokeOthers(id, caller.family, at);
}
