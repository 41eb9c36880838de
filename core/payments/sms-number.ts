import { mobileNumberOf } from '../kernel/phone.ts';
import type { BookingNews, BookingSms, BookingSmsKind } from '../platform/sms.ts';
import type { OfficeBooking } from './office-booking.ts';

/** A list with the text message for this news about a booking. Empty if no phone number gets such messages. */
export const smsAbout = (booking: OfficeBooking | undefined, news: BookingNews): readonly BookingSms[] =>
  booking && smsNumberOf(booking, news.kind) !== undefined ? [{ ...news, bookingId: booking.id }] : [];

/**
 * Kinds of text messages that people with a verified mail address get, too. A person who is about to leave may not read
 * mails.
 */
const BESIDE_MAILS: readonly BookingSmsKind[] = ['CANCELLED', 'RETIMED', 'BUS_CHANGED'];

/**
 * The phone number, 10 digits, that gets this kind of text message about a booking. Undefined if no number does. The
 * customer of a counter sale gets all kinds. An account gets messages only at its verified number, and only a few kinds
 * if its mail address is verified.
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
