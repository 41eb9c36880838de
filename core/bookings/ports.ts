import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { Times } from '../trips/times.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { Booking, BookingMove } from './booking.ts';

/** `bookedFor` is read from the trip. */
export type NewBooking = Omit<Booking, 'id' | 'status' | 'bookedFor' | 'earnedAt'>;

/** The passenger themselves, somebody of the company, or an administrator. */
export type Canceller = 'PASSENGER' | 'OPERATOR' | 'ADMIN';

export interface Cancellation {
  readonly reason: string;
  readonly by: Canceller;
  readonly at: Instant;
  readonly fee: Paisa;
}

export type UnpaidBooking = Pick<Booking, 'seatsCount' | 'paymentDeadline'>;

export interface BookingRepo {
  /**
   * Adds an unpaid booking, to be found by its code, its contact and the names of its passengers; undefined when its
   * code is taken already, after which the transaction can still be used.
   */
  add(booking: NewBooking, passengerNames: readonly string[]): Promise<BookingId | undefined>;
  find(id: BookingId): Promise<Booking | undefined>;
  /**
   * Undefined when there is no such booking, or it is not the user's own (`isOwnedBy`): the caller can't tell which.
   */
  findOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * The same as `find`, and until the transaction ends nobody else changes the booking or gets one of its seats. A
   * clock that is read after this therefore decides whether the booking is overdue. Always called before its seats and
   * payments are touched.
   */
  lock(id: BookingId): Promise<Booking | undefined>;
  /** The booking that a payment is for, with the same locks as `lock`. */
  lockPaidBy(transactionUuid: string): Promise<Booking | undefined>;
  /** The same as `findOwned`, with the same locks as `lock`. */
  lockOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * Makes a move of the table in booking.ts, if the booking is (still) in a state that the move starts from; answers
   * whether it was made.
   */
  move(id: BookingId, move: BookingMove, cancellation?: Cancellation): Promise<boolean>;
  /** Makes the same move for many locked bookings at once, which have been paid before. */
  moveAll(ids: readonly BookingId[], move: BookingMove): Promise<void>;
  /**
   * Unpaid bookings whose deadline is at or before `now`, oldest deadline first; locked. Nothing is waited for:
   * bookings are left out if another transaction is working on them, is about to hold one of their seats or, where
   * places are counted, is working on their trip.
   */
  overdue(now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * The same for one trip whose seats are about to be needed. This waits for other transactions that are working on one
   * of the bookings: while they are ending it, it still takes its seats.
   */
  overdueOn(trip: TripId, now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * The bookings of a trip that take its seats, overdue ones too, the oldest deadline first; until the transaction ends
   * nobody else changes them. Their seats are left alone: lock the trip next, and ask `countActive` whether more have
   * come before that.
   */
  lockActive(trip: TripId): Promise<readonly Booking[]>;
  countActive(trip: TripId): Promise<number>;
  /** Has the bookings of a locked trip that are paid and not over earned and completed when it departs and arrives. */
  follow(trip: TripId, times: Times): Promise<void>;
  /**
   * A passenger's unpaid bookings that are not overdue at `now`. Until the transaction ends, everybody else who asks
   * this about the same passenger waits, so that the count stays true.
   */
  unpaid(passenger: UserId, now: Instant): Promise<readonly UnpaidBooking[]>;
  /**
   * CONFIRMED and CHECKED_IN bookings of trips that arrived at or before `now`; locked. Those that another transaction
   * is working on are left out.
   */
  arrived(now: Instant, limit: number): Promise<readonly BookingId[]>;
  /**
   * Paid bookings that are not earned yet, of trips that departed at or before `now`; locked. Those that another
   * transaction is working on are left out.
   */
  departed(now: Instant, limit: number): Promise<readonly Booking[]>;
  /** Marks paid bookings as earned, if they are not (yet); answers how many it has marked. */
  earn(ids: readonly BookingId[], at: Instant): Promise<number>;
}

/** A booking as its passenger sees it. */
export interface PassengerBooking extends Booking {
  readonly trip: {
    readonly status: TripStatus;
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    readonly departedAt: Instant | null;
    readonly busName: string;
    readonly registrationNo: string;
    readonly busType: string;
    readonly operatorId: OperatorId;
    readonly companyName: string;
  };
  /** By seat number; empty on a bus without a seat map. They stay when the booking has ended. */
  readonly seats: readonly SeatPassenger[];
  /** The newest payment's, or null. */
  readonly paymentStatus: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  /** What goes back or went back of what was paid, oldest first. */
  readonly refunds: readonly RefundOfBooking[];
  readonly rating: { readonly stars: number; readonly review: string; readonly issueFlag: boolean } | null;
}

export interface RefundOfBooking {
  readonly amount: Paisa;
  readonly reason: string;
  readonly status: string;
  readonly dueAt: Instant;
  readonly paidAt: Instant | null;
  /** Under which number it was sent. */
  readonly reference: string | null;
}

/** Bookings for screens. */
export interface BookingViews {
  /** The bookings that the user owns, newest first; of the same moment, by id descending. */
  list(owner: UserId, limit: number): Promise<readonly PassengerBooking[]>;
  /** Undefined when there is no such booking, and when it is not the user's own. */
  find(id: BookingId, owner: UserId): Promise<PassengerBooking | undefined>;
  /** Whether any booking is overdue at `now`: one look at an index, so that no transaction is begun for nothing. */
  anyOverdue(now: Instant): Promise<boolean>;
}
