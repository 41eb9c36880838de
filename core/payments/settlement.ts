import type { Booking } from '../bookings/booking.ts';
import { isOverdue } from '../bookings/booking.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';
import { hasDeparted } from '../trips/trip.ts';

/** What became of a payment, as its passenger is told. */
export type Settlement =
  | { readonly outcome: 'paid' | 'refund due' | 'refunded' | 'unverified'; readonly bookingId: BookingId }
  | { readonly outcome: 'not matched' };

const REFUND_DAYS = 7;

export const refundDueAt = (now: Instant): Instant => daysAfter(now, REFUND_DAYS);

/** How money finds the booking it was meant for. */
export type Arrival =
  /** It waits for it. */
  | 'in time'
  /** It has given its seats up; they may still be free. */
  | 'late'
  /** It is paid already. */
  | 'again'
  /** Somebody ended it. */
  | 'in vain';

export function arrivalAt(booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): Arrival {
  switch (booking.status) {
    case 'PENDING_PAYMENT': return isOverdue(booking, now) ? 'late' : 'in time';
    case 'EXPIRED': return 'late';
    case 'CONFIRMED': case 'CHECKED_IN': case 'COMPLETED': return 'again';
    case 'CANCELLED': case 'REFUNDED': return 'in vain';
  }
}

/** Whether a seat on the trip is still worth having. */
export const isAhead = (trip: Pick<Trip, 'status' | 'departsAt'>, now: Instant): boolean => trip.status === 'ACTIVE' && !hasDeparted(trip, now);
