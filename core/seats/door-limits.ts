import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId, SeatHolder, TripId, UserId } from '../kernel/ids.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';
import type { RefusalCounts } from './refusal-counts.ts';
import { counterShare, seatsPerDay } from './refusals.ts';

/* Limits that keep seats for many people, from the opening of a trip's sale until its door is CLEAR. */

export interface DoorLimits {
  /** The seats that a buyer may have on trips of one local day of departure. */
  readonly seatsPerDay: number;
  /** The part of a trip's seats, in percent, that blocks and counter sales may take. */
  readonly counterPercent: number;
}

/**
 * The person whose seats are counted: an account, or the customer of a counter. Counter sales to the verified number of
 * an account count for the account. The phone number is as it was typed.
 */
export type Buyer = { readonly userId: SeatHolder } | { readonly phone: string };

/** Seats of a buyer: of one booking, or all holds of one kind on one trip. */
export interface TakenSeats {
  readonly tripId: TripId;
  readonly seats: number;
  readonly kind: 'booked' | 'held' | 'offered';
  /** Null for holds and offers. */
  readonly booking: BookingId | null;
}

/** The seats of a trip on its present bus, and how many of them blocks and counter sales take. */
export interface SharedSeats {
  readonly seats: number;
  /**
   * Blocked seats, seats of counter sales, and seats that an office's change of a booking took. Each seat counts once.
   * A bus without a seat map has the places of the fullest part of its trip.
   */
  readonly taken: number;
}

/** Counts the seats that the limits of doors are about. Doors that are CLEAR do not count. */
export interface DoorSeats {
  /**
   * Locks a buyer until the transaction ends, if the sale of the trip opens at a door. Transactions that take seats
   * for a buyer lock them after bookings and before trips.
   */
  lockBuyer(buyer: Buyer, trip: TripId): Promise<void>;
  /** Locks a buyer unless another transaction has. Waits for nobody. False if another transaction has. */
  tryLockBuyer(user: UserId): Promise<boolean>;
  /**
   * The active and held seats of a buyer on trips that depart within `day` and whose door is not CLEAR. Holds on the
   * former seats of `retaking`, a booking that has ended, do not count: they end when it gets its seats back.
   */
  taken(buyer: Buyer, day: Span, now: Instant, retaking?: BookingId): Promise<readonly TakenSeats[]>;
  /** Locks the line of a trip, see `WaitStore.lockLine`. Then nobody else can change its share until the end. */
  lockShare(trip: TripId): Promise<void>;
  share(trip: TripId, now: Instant): Promise<SharedSeats>;
}

interface Stores {
  readonly doorSeats: DoorSeats;
}

/** The trip whose seats are taken, with the state of its door. */
type TripOfDoor = Pick<Trip, 'id' | 'departsAt' | 'saleOpensAt' | 'isDoorClear'>;

interface DayTerms {
  readonly calendar: Calendar;
  readonly doorTerms: Pick<DoorLimits, 'seatsPerDay'>;
}

/** Counts refusals at doors, for offices. */
interface Counting {
  readonly refusalCounts: Pick<RefusalCounts, 'count'>;
}

/** The number of taken seats. A booking counts until the one that takes its place is paid. */
const sumOf = (taken: readonly TakenSeats[]): number => taken.reduce((sum, { seats }) => sum + seats, 0);

/** The number of seats that a buyer may still get for a day, given the seats taken of it. */
export const roomLeft = (taken: readonly TakenSeats[], { doorTerms }: Pick<DayTerms, 'doorTerms'>): number =>
  Math.max(0, doorTerms.seatsPerDay - sumOf(taken));

/** The buyer's seats on the local day of a trip's departure. */
export function takenOnDay(
  { calendar }: Pick<DayTerms, 'calendar'>,
  { doorSeats }: Stores,
  buyer: Buyer,
  { departsAt }: TripOfDoor,
  now: Instant,
  retaking?: BookingId,
): Promise<readonly TakenSeats[]> {
  const day = calendar.day(calendar.date(departsAt));
  if (!day) throw new Error(`${departsAt} is on no local day.`);
  return doorSeats.taken(buyer, day, now, retaking);
}

/** The number of seats that an account may hold on a day, and how many of the day are taken. */
export interface RoomOnDay {
  /** Not finite on a trip whose door is CLEAR. */
  readonly room: number;
  /** Counts a request for more seats as refused, and makes its refusal. */
  readonly refuse: () => Refusal;
}

/**
 * The number of seats that an account may hold on a trip, besides offered ones. The account's present holds on the trip
 * count as free. The buyer must be locked.
 */
export async function roomOnDay(
  terms: DayTerms & Counting,
  stores: Stores,
  { trip, userId }: { readonly trip: TripOfDoor; readonly userId: SeatHolder },
  now: Instant,
): Promise<RoomOnDay> {
  const refuse = (taken: number) => () => beyondDay(terms, trip, taken);
  if (trip.isDoorClear) return { room: Number.POSITIVE_INFINITY, refuse: refuse(0) };
  const others = (await takenOnDay(terms, stores, { userId }, trip, now)).filter(
    ({ kind, tripId }) => kind !== 'held' || tripId !== trip.id,
  );
  return { room: roomLeft(others, terms), refuse: refuse(sumOf(others)) };
}

/** Counts a request for seats beyond the limit of a day, and makes its refusal. */
function beyondDay({ doorTerms, refusalCounts }: DayTerms & Counting, trip: TripOfDoor, taken: number): Refusal {
  refusalCounts.count(trip.saleOpensAt, 'SEATS_PER_DAY');
  return seatsPerDay({ limit: doorTerms.seatsPerDay, taken });
}

/** Seats that a transaction has just taken for a buyer. */
interface NewlyTaken {
  readonly trip: TripOfDoor;
  readonly buyer: Buyer;
  readonly count: number;
}

/**
 * Refuses seats beyond the buyer's limit for a day. Called after the seats were taken. The buyer must be locked.
 *
 * @throws Refusal SEATS_PER_DAY
 */
export async function refuseBeyondDay(
  terms: DayTerms & Counting,
  stores: Stores,
  { trip, buyer, count }: NewlyTaken,
  now: Instant,
): Promise<void> {
  if (trip.isDoorClear) return;
  const taken = sumOf(await takenOnDay(terms, stores, buyer, trip, now));
  if (taken > terms.doorTerms.seatsPerDay) throw beyondDay(terms, trip, taken - count);
}

/**
 * Whether a buyer may get the seats of a booking that has ended, see `refuseBeyondDay` and `lockShare`. Called before
 * they are taken. The buyer must be locked.
 */
export async function mayRetake(
  terms: DayTerms & { readonly doorTerms: DoorLimits },
  stores: Stores,
  { trip, buyer, booking: retaken, count, replaces, isAtCounter }: Retaken,
  now: Instant,
): Promise<boolean> {
  if (trip.isDoorClear) return true;
  const others = (await takenOnDay(terms, stores, buyer, trip, now, retaken)).filter(
    ({ booking }) => booking === null || booking !== replaces,
  );
  if (sumOf(others) + count > terms.doorTerms.seatsPerDay) return false;
  if (!isAtCounter) return true;
  await stores.doorSeats.lockShare(trip.id);
  const share = await stores.doorSeats.share(trip.id, now);
  return share.taken + count <= counterLimit(share, terms.doorTerms);
}

interface Retaken extends NewlyTaken {
  /** The booking that has ended. */
  readonly booking: BookingId;
  /** The booking that the ended one would take the place of; null for most. */
  readonly replaces: BookingId | null;
  readonly isAtCounter: boolean;
}

/** The number of a trip's seats that blocks and counter sales may take. */
export const counterLimit = (
  { seats }: Pick<SharedSeats, 'seats'>,
  { counterPercent }: Pick<DoorLimits, 'counterPercent'>,
): number => Math.floor((seats * counterPercent) / 100);

/** Refuses what was just taken of a trip if it is beyond the share of blocks and counter sales. */
export type RefuseBeyondShare = () => Promise<void>;

/**
 * Locks the share of blocks and counter sales on a trip. Called after the trip is locked, and before its seats are. The
 * result is called after seats were taken. It throws COUNTER_SHARE if they are beyond the limit. A share that is larger
 * than the limit, after a swap to a smaller bus, may stay and shrink, but not grow.
 */
export async function lockShare(
  { doorTerms, refusalCounts }: { readonly doorTerms: Pick<DoorLimits, 'counterPercent'> } & Counting,
  { doorSeats }: Stores,
  { id, saleOpensAt, isDoorClear }: Pick<Trip, 'id' | 'saleOpensAt' | 'isDoorClear'>,
  now: Instant,
): Promise<RefuseBeyondShare> {
  if (isDoorClear) return () => Promise.resolve();
  await doorSeats.lockShare(id);
  const before = await doorSeats.share(id, now);
  return async () => {
    const after = await doorSeats.share(id, now);
    const limit = counterLimit(after, doorTerms);
    if (after.taken <= limit || after.taken <= before.taken) return;
    // Before the opening, nobody is at the door yet.
    if (saleOpensAt !== null && saleOpensAt <= now) refusalCounts.count(saleOpensAt, 'COUNTER_SHARE');
    throw counterShare({ limit, taken: before.taken });
  };
}
