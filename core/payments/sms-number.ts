import { mobileNumberOf } from '../kernel/phone.ts';
import type { BookingNews, BookingSms, BookingSmsKind } from '../platform/sms.ts';
import type { OfficeBooking } from './office-booking.ts';

/** The text that brings the news to whoever gets texts about the booking; none when nobody does. */
export const smsAbout = (booking: OfficeBooking | undefined, news: BookingNews): readonly BookingSms[] =>
  booking && smsNumberOf(booking, news.kind) !== undefined ? [{ ...news, bookingId: booking.id }] : [];

/**
 * The number that gets texts of this kind about a booking, 10 digits. Undefined when nobody does. The customer of a
 * counter sale gets all of them.
 */
export const smsNumberOf = (
  { channel, contact }: Pick<OfficeBooking, 'channel' | 'contact'>,
  _kind: BookingSmsKind,
): string | undefined => (channel === 'COUNTER' ? mobileNumberOf(contact.phone ?? '') : undefined);
