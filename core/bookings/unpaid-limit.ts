import { type Instant, secondsBetween } from '../kernel/time.ts';
import type { UnpaidBooking } from './ports.ts';
import { tooManyUnpaid } from './refusals.ts';

/*
 * A limit against hoarding. A booking takes its places until its payment is due, and costs nothing until then.
 */

/** The limits of unpaid bookings and of their places for one account. */
const MOST_UNPAID = { bookings: 5, places: 20 } as const;

/**
 * Refuses a booking that exceeds the limit together with the present unpaid ones, and says when enough of those expire.
 * Without other unpaid bookings any number of places is allowed.
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
