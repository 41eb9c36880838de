import { type Booking, isOverdue } from '../bookings/booking.ts';
import type { BookingId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { type Trip, hasArrived, hasDeparted } from '../trips/trip.ts';

/** The outcome of a payment, as its passenger sees it. */
export type Settlement =
  | { readonly outcome: 'paid' | 'refund due' | 'refunded' | 'unverified'; readonly bookingId: BookingId }
  | { readonly outcome: 'not matched' };

const REFUND_DAYS = 7;

export const refundDueAt = (now: Instant): Instant => daysAfter(now, REFUND_DAYS);

/** The booking's state when money arrives. */
export type Arrival =
  /** The booking awaits payment. */
  | 'in time'
  /** The booking has lost its seats, which may still be free. */
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

/**
 * Whether a seat can still be used. Seats sold online can be used until the bus leaves, seats sold at a counter until
 * it arrives.
 */
export const isOfUse = (
  { channel }: Pick<Booking, 'channel'>,
  trip: Pick<Trip, 'status' | 'departsAt' | 'arrivesAt' | 'departedAt'>,
  now: Instant,
): boolean => trip.status === 'ACTIVE' && !(channel !== 'ONLINE' ? hasArrived(trip, now) : hasDeparted(trip, now));
