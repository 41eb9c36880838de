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
const BESIDE_MAILS: readonly BookingSmsKind[] = ['CANCELLED', 'RETIMED', 'LATE', 'BUS_CHANGED'];

/** Kinds of text messages to an agent's customer, who has no account and gets money back from the agent. */
const OF_AGENTS: readonly BookingSmsKind[] = ['CONFIRMED', 'REMINDER', 'CANCELLED', 'RETIMED', 'LATE', 'BUS_CHANGED'];

/**
 * The phone number, 10 digits, that gets this kind of text message about a booking. Undefined if no number does. The
 * customer of a counter sale gets all kinds, an agent's customer all but those about refunds. An account gets messages
 * only at its verified number, and only a few kinds if its mail address is verified. No number gets messages about what
 * a stranger's agent sold on a sandbox.
 */
export function smsNumberOf(
  { channel, contact, account, soldBy }: Pick<OfficeBooking, 'channel' | 'contact' | 'account' | 'soldBy'>,
  kind: BookingSmsKind,
): string | undefined {
  if (channel === 'AGENT' && (soldBy?.isTest || !OF_AGENTS.includes(kind))) return undefined;
  if (channel !== 'ONLINE') return mobileNumberOf(contact.phone ?? '');
  if (account === null) return undefined;
  const readsMails = account.email !== null && account.emailVerified;
  if (!account.phoneVerified || (readsMails && !BESIDE_MAILS.includes(kind))) return undefined;
  return mobileNumberOf(account.phone ?? '');
}
