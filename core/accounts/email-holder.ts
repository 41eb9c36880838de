import type { Instant } from '../kernel/time.ts';
import { newAccountSms } from '../platform/sms.ts';
import type { Account } from './account.ts';
import { maskedEmail } from './email-address.ts';
import type { AccountStores } from './world.ts';

/** Removes the address from an account that never verified it. A verified phone number gets a text message. */
export async function releaseEmail(
  { users, smsQueue }: AccountStores,
  { id, email, phone, phoneVerified }: Account,
  now: Instant,
): Promise<void> {
  await users.setEmail(id, { email: null, emailVerified: false });
  if (email === null || phone === null || !phoneVerified) return;
  await smsQueue.add([newAccountSms({ to: phone, news: 'EMAIL_GONE', email: maskedEmail(email) }, now)], now);
}

/**
 * Removes the address from an account that never verified it, because somebody else proved to own the address. Ends the
 * account's sessions. The caller must lock the account.
 */
export async function loseEmail(stores: AccountStores, account: Account, now: Instant): Promise<void> {
  await releaseEmail(stores, account, now);
  await stores.users.raiseTokenVersion(account.id);
}
