import type { Buyer } from '../seats/door-limits.ts';
import type { Booking } from './booking.ts';

/** The person whose seats count for a booking; undefined for a booking that an agent sold. */
export function buyerOf({
  channel,
  userId,
  contact,
}: Pick<Booking, 'channel' | 'userId' | 'contact'>): Buyer | undefined {
  if (channel === 'ONLINE') return { userId };
  return channel === 'COUNTER' && contact ? { phone: contact.phone } : undefined;
}
