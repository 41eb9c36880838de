import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { PlaceInTime } from '../trips/points.ts';
import type { Road, Times } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { Booking, BookingMove } from './booking.ts';

/** The terms of a booking that changes can set. */
type ChangedTerms = Pick<Booking, 'changeTiers' | 'leastFee' | 'amountDue'>;

/** Fields of a booking that come from its trip, or are set after it was added. */
type Later = 'id' | 'status' | 'bookedFor' | 'sectionTimes' | 'earnedAt' | 'parts' | 'changedFrom';

/**
 * A booking to add. `bookedFor` and `sectionTimes` are read from the trip. By default a booking has no tiers for
 * changes, no lowest fee, and its whole price is due.
 */
export type NewBooking = Omit<Booking, Later | keyof ChangedTerms> & Partial<ChangedTerms>;

/** The role of the person who cancels. */
export type Canceller = 'PASSENGER' | 'OPERATOR' | 'ADMIN';

export interface Cancellation {
  readonly reason: string;
  readonly by: Canceller;
  readonly at: Instant;
  readonly fee: Paisa;
}

/** A trip with the times that its bookings follow. */
export interface RetimedTrip extends Pick<Road, 'stops'>, Times {
  readonly id: TripId;
}

export type UnpaidBooking = Pick<Booking, 'seatsCount' | 'paymentDeadline'>;

export interface BookingRepo {
  /**
   * Adds an unpaid booking, searchable by code, contact and passenger names. Returns undefined when the code is taken;
   * the transaction stays usable.
   */
  add(booking: NewBooking, passengerNames: readonly string[]): Promise<BookingId | undefined>;
  find(id: BookingId): Promise<Booking | undefined>;
  /**
   * Finds a booking of the user. Undefined if it does not exist, or is not the user's own (`isOwnedBy`), so that
   * callers cannot tell the difference.
   */
  findOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * Like `find`, but locks the booking and its seats until the transaction ends. Read the clock after this to decide
   * whether the booking is overdue. Always lock a booking before its seats and payments.
   */
  lock(id: BookingId): Promise<Booking | undefined>;
  /** Finds the booking that a payment is for, and locks it as `lock` does. */
  lockPaidBy(transactionUuid: string): Promise<Booking | undefined>;
  /** Finds a booking like `findOwned`, and locks it as `lock` does. */
  lockOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * Makes a move of MOVES, if the booking is still in a status that the move starts from. Returns whether it was made.
   */
  move(id: BookingId, move: BookingMove, cancellation?: Cancellation): Promise<boolean>;
  /** Changes the state of many locked, paid bookings by the same move. */
  moveAll(ids: readonly BookingId[], move: BookingMove): Promise<void>;
  /**
   * Unpaid bookings whose deadline is at or before `now`, oldest deadline first; locked. Never waits: skips bookings
   * that another transaction works on or is about to hold a seat of. On a bus without a seat map, skips bookings whose
   * trip another transaction works on.
   */
  overdue(now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * Overdue bookings of one trip whose seats are needed now; locked. Waits for other transactions that work on them,
   * because a booking takes its seats until it has ended.
   */
  overdueOn(trip: TripId, now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * The active bookings of a trip, including overdue ones, oldest deadline first; locked. Their seats are not locked:
   * lock the trip next, and compare `countActive` for bookings added before that.
   */
  lockActive(trip: TripId): Promise<readonly Booking[]>;
  /** The active bookings of many trips, locked as `lockActive` does. */
  lockAllActive(trips: readonly TripId[]): Promise<readonly Booking[]>;
  countActive(trip: TripId): Promise<number>;
  /**
   * Gives the bookings of a locked trip its new times, by which paid ones are earned and completed.
   * Bookings whose section has arrived at `now` keep their times.
   */
  follow(trip: RetimedTrip, now: Instant): Promise<void>;
  /**
   * A passenger's own unpaid bookings that are not overdue at `now`, without counter sales. Other transactions that ask
   * about the same passenger wait until this one ends, so that the count stays true.
   */
  unpaid(passenger: UserId, now: Instant): Promise<readonly UnpaidBooking[]>;
  /**
   * CONFIRMED and CHECKED_IN bookings of ACTIVE trips that arrived at or before `now`; locked. Skips bookings that
   * another transaction has locked.
   */
  arrived(now: Instant, limit: number): Promise<readonly BookingId[]>;
  /**
   * Paid, unearned bookings of ACTIVE trips that departed at or before `now`; locked. Skips bookings that another
   * transaction has locked.
   */
  departed(now: Instant, limit: number): Promise<readonly Booking[]>;
  /** Marks paid bookings as earned, unless they are already. Returns how many were marked. */
  earn(ids: readonly BookingId[], at: Instant): Promise<number>;
}

/** A booking as its passenger sees it. */
export interface PassengerBooking extends Booking {
  readonly trip: {
    readonly status: TripStatus;
    /** Cities and times of the booking's section. */
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    /** The trip's own times. */
    readonly whole: Times;
    /** The moment at which the bus left the first stop of the section; null if nobody has reported it. */
    readonly departedAt: Instant | null;
    readonly busName: string;
    readonly registrationNo: string;
    readonly busType: string;
    readonly operatorId: OperatorId;
    readonly companyName: string;
    /** The office's number for passengers; null when unknown. */
    readonly companyPhone: string | null;
  };
  /**
   * The booking's seats, ordered by seat number. Empty on a bus without a seat map. They are kept after the booking has
   * ended.
   */
  readonly seats: readonly SeatPassenger[];
  /** The places and times at which the first passenger gets on and off. */
  readonly gettingOn: PlaceInTime;
  readonly gettingOff: PlaceInTime;
  /** The status of the newest payment; null if no payment was started. */
  readonly paymentStatus: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  /** The fee of cancelling the last seats; null while the booking has some. Parts have fees of their own. */
  readonly cancellationFee: Paisa | null;
  /** The booking's refunds, oldest first. */
  readonly refunds: readonly RefundOfBooking[];
  readonly rating: { readonly stars: number; readonly review: string; readonly issueFlag: boolean } | null;
  readonly changed: ChangedBookings;
}

/** A booking that a change joined with another one. */
export interface ChangedBooking {
  readonly id: BookingId;
  readonly code: string;
}

/** The bookings before and after a booking. `to` is null until the change is done. */
export interface ChangedBookings {
  readonly from: ChangedBooking | null;
  readonly to: ChangedBooking | null;
}

export interface RefundOfBooking {
  /** The gateway of the refunded payment. */
  readonly gateway: string;
  readonly amount: Paisa;
  readonly reason: string;
  readonly status: string;
  readonly dueAt: Instant;
  readonly paidAt: Instant | null;
  /** The reference number of the transfer. */
  readonly reference: string | null;
  /** The account that the refund goes to, or went to; null if none was named. */
  readonly account: { readonly kind: string; readonly number: string } | null;
}

/** A booking in its passenger's list. */
export interface ListedBooking extends Omit<PassengerBooking, NotListed | 'trip'> {
  readonly trip: Omit<PassengerBooking['trip'], 'departedAt' | 'operatorId'>;
}

/** Properties that tickets, quotes and changes of a booking need, but lists do not. */
type NotListed =
  | 'bookedFor'
  | 'cancellationTiers'
  | 'changedFrom'
  | 'changeTiers'
  | 'channel'
  | 'commission'
  | 'commissionRate'
  | 'contact'
  | 'earnedAt'
  | 'language'
  | 'leastFee'
  | 'operatorEarning'
  | 'operatorId'
  | 'userId';

/** A part of a passenger's list. */
export interface BookingsPage {
  readonly limit: number;
  /** The last booking of the previous page, exclusive. */
  readonly before?: BookingId | undefined;
}

/** Bookings for screens. */
export interface BookingViews {
  /**
   * The user's own bookings, newest first; at the same moment by descending id. None before a booking that is not the
   * user's own. Also answers whether any booking of anybody is overdue at `now`, like `anyOverdue`.
   */
  list(
    owner: UserId,
    page: BookingsPage,
    now: Instant,
  ): Promise<{ readonly bookings: readonly ListedBooking[]; readonly isAnyOverdue: boolean }>;
  /** Finds a booking of the user. Undefined if it does not exist or is another user's. */
  find(id: BookingId, owner: UserId): Promise<PassengerBooking | undefined>;
  /** Whether any booking is overdue at `now`. Reads one index entry, so that no transaction is begun for nothing. */
  anyOverdue(now: Instant): Promise<boolean>;
}
