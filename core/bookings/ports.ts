import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/sold-passenger.ts';
import type { PlaceDetails } from '../trips/places.ts';
import type { PlacedInTime, PlaceInTime } from '../trips/points.ts';
import type { Road, Times } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { Booking, BookingMove } from './booking.ts';

/** Fields of a booking that a change or a sale by an agent sets. Other new bookings use defaults. */
type ChangedTerms = Pick<Booking, 'agent' | 'changeTiers' | 'leastFee' | 'amountDue'>;

/** Fields of a booking that the store copies from its trip, or sets after the booking was added. */
type Later = 'id' | 'status' | 'bookedFor' | 'sectionTimes' | 'earnedAt' | 'parts' | 'changedFrom';

/**
 * A booking to add. The store reads `bookedFor` and `sectionTimes` from the trip. By default a booking has no agent, no
 * tiers for changes and no lowest fee, and its whole price is due.
 */
export type NewBooking = Omit<Booking, Later | keyof ChangedTerms> & Partial<ChangedTerms>;

/** The roles of those who can cancel a booking. */
export const CANCELLERS = ['PASSENGER', 'OPERATOR', 'ADMIN', 'AGENT'] as const;
export type Canceller = (typeof CANCELLERS)[number];

export interface Cancellation {
  readonly reason: string;
  readonly by: Canceller;
  readonly at: Instant;
  readonly fee: Paisa;
  /** The amount that goes back to the payer. Nothing by default. */
  readonly refund?: Paisa;
}

/** A trip whose times changed. Its bookings get the new times. */
export interface RetimedTrip extends Pick<Road, 'stops'>, Times {
  readonly id: TripId;
}

export type UnpaidBooking = Pick<Booking, 'seatsCount' | 'paymentDeadline'>;

export interface BookingRepo {
  /**
   * Adds an unpaid booking that searches find by code, contact and passenger names. Returns undefined if the code is
   * taken; the transaction stays usable.
   */
  add(booking: NewBooking, passengerNames: readonly string[]): Promise<BookingId | undefined>;
  find(id: BookingId): Promise<Booking | undefined>;
  /**
   * Finds a booking that the user owns (`isOwnedBy`). Undefined if another user owns the booking, and if no booking has
   * the id. Callers cannot tell the two cases apart.
   */
  findOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * Like `find`, but locks the booking and its seats until the transaction ends. Callers that check whether the booking
   * is overdue must read the clock after this call. Always lock a booking before its seats and payments.
   */
  lock(id: BookingId): Promise<Booking | undefined>;
  /** Finds the booking that a payment is for, and locks it as `lock` does. */
  lockPaidBy(transactionUuid: string): Promise<Booking | undefined>;
  /** Finds a booking that the user owns, like `findOwned`, and locks it as `lock` does. */
  lockOwned(id: BookingId, owner: UserId): Promise<Booking | undefined>;
  /**
   * Changes the booking's status by a move of MOVES. Returns false, and changes nothing, if the present status is not
   * in the move's `from`.
   */
  move(id: BookingId, move: BookingMove, cancellation?: Cancellation): Promise<boolean>;
  /** Changes the status of many locked, paid bookings by the same move. */
  moveAll(ids: readonly BookingId[], move: BookingMove): Promise<void>;
  /**
   * Unpaid bookings whose deadline is at or before `now`, oldest deadline first; locked. Never waits for locks. Skips
   * bookings that another transaction has locked, or whose seats another transaction is about to hold. On a bus without
   * a seat map, skips bookings whose trip another transaction has locked.
   */
  overdue(now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * Overdue bookings of one trip whose seats somebody needs now; locked. Waits for other transactions that have locked
   * these bookings, because their seats become free only when the bookings end.
   */
  overdueOn(trip: TripId, now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * The active bookings of a trip, including overdue bookings, oldest deadline first; locked. Their seats are not
   * locked. Callers lock the trip next, and compare `countActive` to notice bookings that were added before that lock.
   */
  lockActive(trip: TripId): Promise<readonly Booking[]>;
  /** The active bookings of many trips, locked as `lockActive` does. */
  lockAllActive(trips: readonly TripId[]): Promise<readonly Booking[]>;
  countActive(trip: TripId): Promise<number>;
  /**
   * Saves the new times of a locked trip in its bookings. The times decide when paid bookings are earned and completed.
   * Bookings whose passengers have arrived at their stop at `now` keep their times.
   */
  follow(trip: RetimedTrip, now: Instant): Promise<void>;
  /**
   * A passenger's own unpaid bookings that are not overdue at `now`, without counter sales. Other transactions that
   * call this for the same passenger wait until this transaction ends, so that the count stays true.
   */
  unpaid(passenger: UserId, now: Instant): Promise<readonly UnpaidBooking[]>;
  /**
   * CONFIRMED and CHECKED_IN bookings of ACTIVE trips that arrived at or before `now`; locked. Skips bookings that
   * another transaction has locked.
   */
  arrived(now: Instant, limit: number): Promise<readonly BookingId[]>;
  /**
   * Paid bookings of ACTIVE trips that departed at or before `now` and whose payment is not divided yet; locked. Skips
   * bookings that another transaction has locked.
   */
  departed(now: Instant, limit: number): Promise<readonly Booking[]>;
  /**
   * CONFIRMED bookings of ACTIVE trips that were made before `bookedBefore`, depart within `leaving`, and are not
   * marked as reminded; locked. Skips bookings that another transaction has locked.
   */
  toRemind(leaving: Span, bookedBefore: Instant, limit: number): Promise<readonly BookingId[]>;
  /** Marks bookings as reminded of their journey. */
  markReminded(ids: readonly BookingId[], at: Instant): Promise<void>;
  /** Marks paid bookings as earned at `at`, unless they are marked already. Returns the number of marked bookings. */
  earn(ids: readonly BookingId[], at: Instant): Promise<number>;
}

/** A booking as its passenger sees it. */
export interface PassengerBooking extends Booking {
  /**
   * False for a counter sale to the passenger's verified phone number. The passenger may look at it, but not change it.
   */
  readonly isOwn: boolean;
  readonly trip: {
    readonly status: TripStatus;
    /** The cities and times of the booking's section. */
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    /** The trip's own times, from its first stop to its last one. */
    readonly whole: Times;
    /** The moment when the bus left the stop where the passengers get on; null if nobody has reported it. */
    readonly departedAt: Instant | null;
    readonly busName: string;
    readonly registrationNo: string;
    readonly busType: string;
    readonly operatorId: OperatorId;
    readonly companyName: string;
    /** The phone number of the company's office for passengers; null if unknown. */
    readonly companyPhone: string | null;
  };
  /**
   * The booking's seats, ordered by seat number. Empty on a bus without a seat map. Still listed after the booking has
   * ended.
   */
  readonly seats: readonly SeatPassenger[];
  /**
   * The place and time at which the first passenger gets on. `gettingOff` is where and when this passenger gets off.
   */
  readonly gettingOn: PlacedInTime;
  readonly gettingOff: PlaceInTime;
  /** The status of the newest payment; null if no payment was started. */
  readonly paymentStatus: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  /**
   * The fee for cancelling the last seats; null while the booking has seats. Partial cancellations have their own fees.
   */
  readonly cancellationFee: Paisa | null;
  /** The booking's refunds, oldest first. */
  readonly refunds: readonly RefundOfBooking[];
  readonly rating: { readonly stars: number; readonly review: string; readonly issueFlag: boolean } | null;
  readonly changed: ChangedBookings;
}

/** A booking that a change connects with this booking: the old booking, or the new one. */
export interface ChangedBooking {
  readonly id: BookingId;
  readonly code: string;
}

/**
 * The booking that this one replaces, and the booking that replaced this one. `to` is null until the change is done.
 */
export interface ChangedBookings {
  readonly from: ChangedBooking | null;
  readonly to: ChangedBooking | null;
}

export interface RefundOfBooking {
  /** The gateway that took the refunded payment. */
  readonly gateway: string;
  readonly amount: Paisa;
  readonly reason: string;
  readonly status: string;
  readonly dueAt: Instant;
  readonly paidAt: Instant | null;
  /** The reference number of the refund's transfer. */
  readonly reference: string | null;
  /** The bank or wallet account that the refund goes to; null if the passenger named none. */
  readonly account: { readonly kind: string; readonly number: string } | null;
}

/** A booking in a passenger's list. */
export interface ListedBooking extends Omit<PassengerBooking, NotListed | 'trip'> {
  readonly trip: Omit<PassengerBooking['trip'], 'departedAt' | 'operatorId'>;
}

/** Fields of a booking that lists leave out. */
type NotListed =
  | 'agent'
  | 'cancellationTiers'
  | 'changedFrom'
  | 'changeTiers'
  | 'channel'
  | 'commission'
  | 'commissionRate'
  | 'contact'
  | 'earnedAt'
  | 'language'
  | 'operatorEarning'
  | 'operatorId'
  | 'userId';

/** One page of a passenger's list of bookings. */
export interface BookingsPage {
  readonly limit: number;
  /** The last booking of the previous page, exclusive; undefined for the first page. */
  readonly before?: BookingId | undefined;
}

/** A booking that belongs to a phone number, as a search by that number shows it. */
export interface BookingOfNumber extends Pick<Booking, 'id' | 'code' | 'status' | 'bookedAt'> {
  /** The cities and the departure of the booking's section. */
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
}

/** The bookings of a number that a search returns: those that departed after a moment, or the one with a whole code. */
export type NumberSearch = { readonly departedSince: Instant } | { readonly code: string };

/** Reads the places of boarding points. */
export interface BoardingPlaces {
  /** The place at which the first passenger of a booking gets on; null if no place has the name of the point. */
  of(booking: BookingId): Promise<PlaceDetails | null>;
}

/** Reads bookings for passengers. */
export interface BookingViews {
  /**
   * The user's bookings, newest first; at the same moment by descending id: the own ones, and counter sales to the
   * user's verified phone number that `shownSince` admits. Empty if `page.before` is none of them. Also says whether
   * any booking of any user is overdue at `now`, like `anyOverdue`.
   */
  list(
    owner: UserId,
    page: BookingsPage,
    now: Instant,
  ): Promise<{ readonly bookings: readonly ListedBooking[]; readonly isAnyOverdue: boolean }>;
  /** Finds a booking of the user. Undefined if it does not exist or belongs to another user. */
  find(id: BookingId, owner: UserId): Promise<PassengerBooking | undefined>;
  /** Finds a booking that `list` shows to the user at `now`. */
  findShown(id: BookingId, user: UserId, now: Instant): Promise<PassengerBooking | undefined>;
  /**
   * Bookings of a phone number of 10 digits, newest first: counter sales to the number, and the own bookings of the
   * account that has verified it.
   */
  ofNumber(phone: string, search: NumberSearch, limit: number): Promise<readonly BookingOfNumber[]>;
  /**
   * Whether any booking is overdue at `now`. Reads only one index entry, so that callers need no transaction if no
   * booking is overdue.
   */
  anyOverdue(now: Instant): Promise<boolean>;
}
