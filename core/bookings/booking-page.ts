import type { Booking } from './booking.ts';

/**
 * Where its passenger looks at a booking, cancels it, and names the account for a refund; null of one that was sold at
 * a counter, which is no account's.
 */
export const bookingPageOf = (clientBase: string, { id, channel }: Pick<Booking, 'id' | 'channel'>): string | null =>
  channel === 'COUNTER' ? null : `${clientBase}/bookings/${id}`;
