import type { Booking } from '../bookings/booking.ts';
import { isOverdue } from '../bookings/booking.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';
import { hasDeparted } from '../trips/trip.ts';

/** What became of a payment, as its passenger gets to know it. */
export type Settlement =
  | { readonly outcome: 'paid' | 'refund due' | 'refunded' | 'unverified'; readonly bookingId: BookingId }
  | { readonly outcome: 'not matched' };

const REFUND_DAYS = 7;

export const refundDueAt = (now: Instant): Instant => daysAfter(now, REFUND_DAYS);

/** In which state money finds the booking that it is for. */
export type Arrival =
  /** The booking is waiting for it. */
  | 'in time'
  /** The booking has lost its seats; they may still be free. */
  | 'late'
  /** The booking is already paid. */
  | 'duplicate'
  /** The booking was cancelled. */
  | 'cancelled';

export function arrivalAt(booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): Arrival {
  switch (booking.status) {
    case 'PENDING_PAYMENT':
      return isOverdue(booking, now) ? 'late' : 'in time';
    case 'EXPIRED':
      return 'late';
    case 'CONFIRMED':
    case 'CHECKED_IN':
    case 'COMPLETED':
      return 'duplicate';
    case 'CANCELLED':
    case 'REFUNDED':
      return 'cancelled';
  }
}

/** Whether a seat on the trip is still worth having. */
export const isAhead = (trip: Pick<Trip, 'status' | 'departsAt' | 'departedAt'>, now: Instant): boolean =>
  trip.status === 'ACTIVE' && !hasDeparted(trip, now);
