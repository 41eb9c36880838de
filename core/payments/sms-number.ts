import { mobileNumberOf } from '../kernel/phone.ts';
import type { BookingNews, BookingSms, BookingSmsKind } from '../platform/sms.ts';
import type { OfficeBooking } from './office-booking.ts';

/** The text with this news for the booking's phone; empty if no phone gets texts about the booking. */
export const smsAbout = (booking: OfficeBooking | undefined, news: BookingNews): readonly BookingSms[] =>
  booking && smsNumberOf(booking, news.kind) !== undefined ? [{ ...news, bookingId: booking.id }] : [];

/** Kinds of texts that readers of mails get, too. A person who is about to leave may not look at mails. */
const BESIDE_MAILS: readonly BookingSmsKind[] = ['CANCELLED', 'RETIMED', 'BUS_CHANGED'];

/**
 * The number that gets texts of this kind about a booking, 10 digits. Undefined if no number does. The customer of a
 * counter sale gets all kinds. An account gets texts at its verified number only, and few kinds if it has a verified
 * e-mail.
 */
export function smsNumberOf(
  { channel, contact, account }: Pick<OfficeBooking, 'channel' | 'contact' | 'account'>,
  kind: BookingSmsKind,
): string | undefined {
  if (channel === 'COUNTER') return mobileNumberOf(contact.phone ?? '');
  const readsMails = account.email !== null && account.emailVerified;
  if (!account.phoneVerified || (readsMails && !BESIDE_MAILS.includes(kind))) return undefined;
  return mobileNumberOf(account.phone ?? '');
}
