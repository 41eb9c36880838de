import type { BookingId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { Booking, BookingMove } from './booking.ts';

export type NewBooking = Omit<Booking, 'id' | 'status'>;

export interface Cancellation {
  readonly reason: string;
  readonly by: 'PASSENGER';
  readonly at: Instant;
  readonly fee: Paisa;
}

export interface BookingRepo {
  /** Adds a booking that waits for its payment; undefined when its code is taken already, which leaves the transaction usable. */
  add(booking: NewBooking): Promise<BookingId | undefined>;
  find(id: BookingId): Promise<Booking | undefined>;
  /** Undefined when there is no such booking and when it is another's: the caller can't tell which. */
  findOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /** The same as `find`, and nobody else changes the booking before the transaction ends. Always taken before its seats and payments are touched. */
  lock(id: BookingId): Promise<Booking | undefined>;
  /** The same as `findOwned`, and nobody else changes the booking before the transaction ends. */
  lockOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /** Makes a move that the table in booking.ts allows, if the booking is (still) in a state it starts from; answers whether it was made. */
  move(id: BookingId, move: BookingMove, cancellation?: Cancellation): Promise<boolean>;
  /**
   * Bookings that wait for a payment whose deadline is at or before `now`, oldest deadline first; locked. Waits for whoever is at work
   * on one of them: a booking that is just being ended elsewhere still takes its seats, and the caller is about to need them.
   */
  overdue(now: Instant, limit: number): Promise<readonly Booking[]>;
  /** CONFIRMED and CHECKED_IN bookings of trips that arrived at or before `now`; locked, and without those another transaction is at work on. */
  arrived(now: Instant, limit: number): Promise<readonly BookingId[]>;
}

/** A booking as its passenger sees it. */
export interface PassengerBooking extends Booking {
  readonly trip: {
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    readonly busName: string;
    readonly registrationNo: string;
    readonly busType: string;
    readonly operatorId: OperatorId;
    readonly companyName: string;
  };
  /** By seat number; empty on a bus without a seat map. Kept when the booking is over. */
  readonly seats: readonly SeatPassenger[];
  /** The newest payment's, or null. */
  readonly paymentStatus: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly rating: { readonly stars: number; readonly review: string; readonly issueFlag: boolean } | null;
}

/** Bookings for screens. */
export interface BookingViews {
  /** The owner's bookings, newest first, equal moments by id descending. */
  list(owner: UserId, limit: number): Promise<readonly PassengerBooking[]>;
  /** Undefined when there is no such booking and when it is another's. */
  find(id: BookingId, owner: UserId): Promise<PassengerBooking | undefined>;
  /** Whether any booking is overdue at `now`: one look at an index, so that nothing is begun for nothing. */
  anyOverdue(now: Instant): Promise<boolean>;
}

/** What users did, for people who answer for it later. */
export interface Activity {
  readonly type: 'BOOKING_CREATED' | 'BOOKING_CANCELLED' | 'RATING_SUBMITTED' | 'PAYMENT_COMPLETED' | 'REFUND_DUE';
  readonly userId: UserId;
  readonly actorRole: 'PASSENGER' | 'SYSTEM';
  readonly bookingId: BookingId;
  readonly description: string;
  readonly amount?: Paisa;
}

export interface ActivityLog {
  add(activity: Activity, at: Instant): Promise<void>;
  /** What was done to a booking, oldest first. */
  of(booking: BookingId): Promise<readonly (Activity & { readonly at: Instant })[]>;
}

