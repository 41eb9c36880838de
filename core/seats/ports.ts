import type { BookingId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatFacts, SeatPlace } from './seat-map.ts';

export type RefusedBecause = 'unknown' | 'booked' | 'held';

export interface Selection {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly wanted: readonly SeatNumber[];
  readonly expiresAt: Instant;
}

export interface SelectionOutcome {
  /** The wanted seats that the passenger now holds, in the order they were wanted. */
  readonly held: readonly SeatNumber[];
  /** Seats the passenger held, alive at `now`, and did not want again; sorted. */
  readonly dropped: readonly SeatNumber[];
  readonly refused: readonly { readonly seat: SeatNumber; readonly because: RefusedBecause }[];
}

/** Who sits where. */
export interface SeatPassenger {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly age: number | null;
  readonly gender: 'M' | 'F' | 'O' | null;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
}

export interface FreedSeat {
  readonly seat: SeatNumber;
  /** Whether somebody holds it already: a sale that is overdue lets holds in before it is freed. */
  readonly isHeld: boolean;
}

export interface Sale {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly booking: BookingId;
  readonly seats: readonly SeatPassenger[];
  /** Until then the sale counts, unless it is made final before. */
  readonly paymentDeadline: Instant;
}

/**
 * Taken seats of trips on buses with a seat map: held for a few minutes, then sold with a booking.
 * At most one hold and at most one active sale a seat and trip, however many ask at once: the database itself forbids a second.
 * A hold at or past its expiry, and a sale whose unpaid booking is at or past its deadline, take nothing.
 */
export interface SeatLockStore {
  /**
   * Makes `wanted` the passenger's whole selection on the trip: lets go of the others and takes or renews
   * each wanted seat, unless it is no active seat of the bus, is sold, or another passenger's hold is alive at `now`.
   * Selections of one passenger on one trip happen one after the other.
   */
  select(selection: Selection, now: Instant): Promise<SelectionOutcome>;

  /** Lets go of everything the passenger holds on the trip, alive at `now`, and names it, sorted. What ran out before is swept. */
  release(tripId: TripId, passenger: UserId, now: Instant): Promise<readonly SeatNumber[]>;

  /**
   * Sells those of the seats that the passenger holds, alive at `now`, and names them, sorted: fewer than asked means too late.
   * What is sold is no longer held; other holds of the passenger stay.
   */
  sell(sale: Sale, now: Instant): Promise<readonly SeatNumber[]>;

  /** Makes the sale of a booking's seats final: it no longer ends with the payment deadline. */
  keep(booking: BookingId): Promise<void>;

  /** Puts a booking's seats back on sale and names them, sorted; none when they were freed before or the booking has no seats. */
  free(booking: BookingId, now: Instant): Promise<readonly FreedSeat[]>;

  /**
   * Sells a booking's freed seats to it again, for good, and names them, sorted: when every one was still free at `now` (an active seat,
   * not sold, not held by another passenger) and is now taken; otherwise undefined, and none is. A sale that is overdue but has not been freed
   * stands in the way: expire stale bookings first. A booking without seats gets none back.
   */
  retake(booking: BookingId, passenger: UserId, now: Instant): Promise<readonly SeatNumber[] | undefined>;

  /**
   * Forgets holds that ran out at or before `now`, at most `limit`, the oldest first, and names the seats that anybody may take now.
   * Nothing when there was none; a trip without seats when those that were held can't be had all the same.
   */
  sweep(now: Instant, limit: number): Promise<readonly { readonly tripId: TripId; readonly seats: readonly SeatNumber[] }[]>;
}

/** What the seat map of a trip shows. */
export type SeatMapView =
  | {
    readonly hasSeatMap: false;
    readonly fare: Paisa;
    readonly totalSeats: number;
    /** Never negative. */
    readonly seatsLeft: number;
  }
  | {
    readonly hasSeatMap: true;
    readonly fare: Paisa;
    readonly rows: number;
    readonly cols: number;
    readonly deckCount: number;
    /** By deck, row and column. */
    readonly seats: readonly (SeatPlace & SeatFacts)[];
  };

export interface SeatMaps {
  /** The seats of a trip of any status as `viewer` finds them at `now`; undefined when there is no such trip. */
  view(tripId: TripId, viewer: UserId | undefined, now: Instant): Promise<SeatMapView | undefined>;
}
