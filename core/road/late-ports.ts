import type { BookingId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** A message to a booking about the lateness of its bus. */
export interface LateNotice {
  readonly bookingId: BookingId;
  /** Counts the messages to the booking, from 1. */
  readonly number: number;
  /** The planned moment of boarding. */
  readonly plannedAt: Instant;
  /** The estimated moment that the message tells. */
  readonly expectedAt: Instant;
  /** The greatest of LATE_MINUTES that the told lateness reaches; 0 if it reaches none. */
  readonly threshold: number;
  readonly at: Instant;
}

/** A CONFIRMED booking with the last message to it; null before the first. */
export interface NotifiedBooking {
  readonly bookingId: BookingId;
  readonly last: Pick<LateNotice, 'number' | 'plannedAt' | 'expectedAt'> | null;
}

/** Messages about late buses, inside a transaction. */
export interface LateNotices {
  /** The CONFIRMED bookings of a trip, ordered by id. */
  bookingsOn(trip: TripId): Promise<readonly NotifiedBooking[]>;
  /** Records messages, and returns the bookings of those that no other transaction has recorded meanwhile. */
  add(notices: readonly LateNotice[]): Promise<readonly BookingId[]>;
  /** Reports that crew or office said a delay. `reached` is the threshold that it reaches, 0 for none. */
  tripSaidLate(trip: TripId, minutes: number, reached: number): Promise<void>;
  /** Reports that a trip's estimate has passed a threshold, unless the trip has reached it before. */
  tripLate(trip: TripId, minutes: number, reached: number): Promise<void>;
  /** Deletes at most `limit` messages of before a moment. Returns the number of deleted messages. */
  prune(before: Instant, limit: number): Promise<number>;
}
