import type { FreedSeat } from '../seats/ports.ts';
import type { OperatorId, SeatNumber, TripId, UserId, WaitId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Section, Times } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { NewWait, Offer, Wait } from './wait.ts';

/** Seats that a transaction found with an expired hold, or sold to an overdue booking. */
export interface LapsedSeats {
  /** The seats whose expired holds this transaction has deleted. */
  readonly freed: readonly FreedSeat[];
  /**
   * Seats whose expired hold or overdue sale another transaction has locked. It is about to end or to renew them, and
   * serves the line itself.
   */
  readonly busy: ReadonlySet<SeatNumber>;
}

/**
 * The people who wait for seats, in the order in which they came. An offer of seats is a hold on each of them, an offer
 * of places is counted with the trip's taken places. Both end by the clock. Whoever changes a wait of a trip locks its
 * line first, so that no seat is offered twice.
 */
export interface WaitStore {
  /**
   * Locks a trip against everybody who holds, sells or returns its seats, until the transaction ends. For adding a
   * wait: whoever takes seats meanwhile either sees the wait, or is seen by it.
   */
  lockTrip(trip: TripId): Promise<void>;
  /**
   * Locks the line of a trip until the transaction ends. Everybody who takes seats of a trip with waits locks its line,
   * too. The trip may be locked before, at least by `findForSale`.
   */
  lockLine(trip: TripId): Promise<void>;
  /**
   * Those of the trips that somebody waits for, ordered by id. Transactions that add a wait to any of the given trips
   * wait until this transaction ends, or are seen.
   */
  awaited(trips: readonly TripId[]): Promise<readonly TripId[]>;

  /**
   * The trips that a person waits for. If `now` is given, waits that are over by the clock do not count. Locks the
   * person's account against further waits until the transaction ends.
   */
  tripsOf(user: UserId, now?: Instant): Promise<readonly TripId[]>;
  /** Adds a wait at the end of the line. Undefined if the person waits for seats of the trip already. */
  add(wait: NewWait): Promise<WaitId | undefined>;
  /** Finds a wait that has not ended. */
  find(id: WaitId): Promise<Wait | undefined>;
  /** All waits of a trip that have not ended, in the order of the line. */
  ofTrip(trip: TripId): Promise<readonly Wait[]>;
  /** The waits of a trip that have to end at `now`: by the clock, or because the account is suspended. */
  over(trip: TripId, now: Instant): Promise<readonly Wait[]>;
  /** The sections of a trip for which somebody waits without an offer. */
  sections(trip: TripId): Promise<readonly Section[]>;
  /** Waits without an offer for at most `most` seats, in the order of the line; `after` is exclusive. */
  inLine(trip: TripId, most: number, after: WaitId | undefined, limit: number): Promise<readonly Wait[]>;

  /** The number of seats that each person holds on a trip at `now`, offered seats included. */
  held(trip: TripId, now: Instant): Promise<ReadonlyMap<UserId, number>>;
  /** Deletes the expired holds of a trip. Locks the sales of its overdue bookings. Waits for nobody. */
  lapsed(trip: TripId, now: Instant): Promise<LapsedSeats>;

  /** Offers free seats, or places if there are none, to somebody who waits. */
  offer(wait: Wait, offer: Offer): Promise<void>;
  /** Takes an offer back: its holds end, and the person waits again. Returns the seats that were still held. */
  takeBack(wait: Wait, now: Instant): Promise<readonly FreedSeat[]>;
  /**
   * Ends a wait, and the holds of its offer. Forgets what the person needs. Returns the seats that were still held.
   */
  end(wait: Wait, now: Instant): Promise<readonly FreedSeat[]>;
  /** Saves the moment at which a wait ends, and the seats that will do. */
  save(wait: Pick<Wait, 'id' | 'until' | 'anyOf'>): Promise<void>;
  /**
   * Ends the offer of places that a person has on exactly this section, if it is for at least `count` places. The
   * person is about to book places instead.
   */
  redeemPlaces(place: PlacesOfOffer, now: Instant): Promise<void>;
  /** The number of an offer's seats that are still held for it. */
  seatsHeld(wait: WaitId): Promise<number>;

  /** Trips with waits that have not ended, ordered by id, at most `limit`; `after` is exclusive. */
  trips(after: TripId, limit: number): Promise<readonly TripId[]>;
  /** Deletes at most `limit` waits that ended before `before`. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

export interface PlacesOfOffer {
  readonly user: UserId;
  readonly tripId: TripId;
  readonly count: number;
  /** Undefined on a trip without intermediate stops. */
  readonly section: Section | undefined;
}

/** The trip of a wait. Cities and times are those of the section. */
export interface AwaitedTrip extends Times {
  readonly status: TripStatus;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly busType: string;
  readonly companyName: string;
  readonly hasSeatMap: boolean;
}

/** A wait as its person sees it. */
export interface ListedWait extends Wait {
  readonly trip: AwaitedTrip;
  /** The number of people in line up to this one, on a common part of the trip. The first has 1. */
  readonly position: number;
}

/** The waits for one section of a trip. */
export interface AwaitedSection extends Section {
  readonly people: number;
  readonly seats: number;
}

/** The line of a trip, without names. */
export interface TripLine {
  readonly operatorId: OperatorId;
  /** The number of people who wait or have an offer, and of the seats that they want. */
  readonly people: number;
  readonly seats: number;
  /** The number of seats that are offered now. */
  readonly offered: number;
  readonly sections: readonly AwaitedSection[];
}

export interface WaitViews {
  /** The waits of a person that have not ended at `now`, newest first. */
  own(user: UserId, now: Instant): Promise<readonly ListedWait[]>;
  /** Finds a wait that has not ended at `now`. */
  find(id: WaitId, now: Instant): Promise<ListedWait | undefined>;
  /** The line of a trip; undefined if the trip does not exist. */
  line(trip: TripId, now: Instant): Promise<TripLine | undefined>;
}
