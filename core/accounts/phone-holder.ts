import { maskedMobile } from '../kernel/phone.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import { type Account, pickAvatarColor, unusablePassword } from './account.ts';
import type { AccountStores } from './world.ts';
import { phoneTaken } from './refusals.ts';
import { replacePassword } from './reset-password.ts';
import type { UserId } from '../kernel/ids.ts';

/** Removes the phone number from an account that never verified it, and mails the account's user. */
export async function releasePhone(
  { users, mailQueue }: AccountStores,
  { id, fullName, phone, email, language }: Account,
  now: Instant,
): Promise<void> {
  await users.saveProfile(id, { fullName, phone: null, phoneVerified: false });
  if (email === null || phone === null) return;
  const masked = maskedMobile(phone);
  await mailQueue.post(
    [{ kind: 'phone-gone', to: email, name: fullName, language: language ?? 'en', phone: masked }],
    now,
  );
}

interface Claim {
  readonly phone: string;
  readonly fullName: string;
  /** The account that has the phone number but never verified it. The row is locked. */
  readonly holder: Account | undefined;
}

/**
 * Gives a phone number to the person who proved it. The account that has the number may belong to a stranger. If that
 * account is ACTIVE, verified no e-mail address and paid nothing, the person gets the account. Otherwise the account
 * only loses the number, because paid bookings stay with the payer.
 */
export async function claimPhone(
  { random }: { readonly random: Random },
  stores: AccountStores,
  { phone, fullName, holder }: Claim,
  now: Instant,
): Promise<UserId> {
  const { users } = stores;
  if (holder?.status === 'ACTIVE' && !holder.emailVerified && !(await users.hasPaid(holder.id))) {
    await replacePassword(stores, holder, unusablePassword(random));
    await users.setEmail(holder.id, { email: null, emailVerified: false });
    await users.saveProfile(holder.id, { fullName, phone, phoneVerified: true });
    return holder.id;
  }
  if (holder) await releasePhone(stores, holder, now);
  const id = await users.add({
    role: 'PASSENGER',
    fullName,
    email: null,
    phone,
    phoneVerified: true,
    passwordHash: unusablePassword(random),
    emailVerified: false,
    status: 'ACTIVE',
    avatarColor: pickAvatarColor(random),
    createdAt: now,
  });
  if (typeof id === 'string') throw phoneTaken();
  return id;
}
