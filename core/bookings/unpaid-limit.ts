import { type Instant, secondsBetween } from '../kernel/time.ts';
import type { UnpaidBooking } from './ports.ts';
import { tooManyUnpaid } from './refusals.ts';

/*
 * Limits how many seats one account can keep without paying. An unpaid booking costs nothing, but nobody else can book
 * its seats before its payment deadline.
 */

/** The most unpaid bookings of one account, and the most seats or places in them together. */
const MOST_UNPAID = { bookings: 5, places: 20 } as const;

/**
 * Throws if the new booking and the present unpaid bookings together exceed the limit. The refusal says when enough
 * unpaid bookings expire. An account without unpaid bookings may book any number of places.
 */
export function refuseMoreUnpaid(waiting: readonly UnpaidBooking[], asked: UnpaidBooking, now: Instant): void {
  const fitsBeside = (others: readonly UnpaidBooking[]): boolean =>
    others.length === 0 ||
    (others.length < MOST_UNPAID.bookings &&
      others.reduce((sum, { seatsCount }) => sum + seatsCount, asked.seatsCount) <= MOST_UNPAID.places);
  if (fitsBeside(waiting)) return;

  const deadlines = waiting.map(({ paymentDeadline }) => paymentDeadline);
  const withRoomAfter = deadlines.filter((at) => fitsBeside(waiting.filter((other) => other.paymentDeadline > at)));
  throw tooManyUnpaid(MOST_UNPAID, secondsBetween(now, Math.min(...withRoomAfter) as Instant));
}
