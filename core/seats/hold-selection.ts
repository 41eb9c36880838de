import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatHolder, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import { hasSectionDeparted, type Trip } from '../trips/trip.ts';
import { type JudgePass, refuseBeforeSale } from '../trips/sale-opening.ts';
import { type RoomOnDay, roomOnDay } from './door-limits.ts';
import { forgottenAt, heldTooLong, lastingRuns, refuseMoreTrips } from './holdings.ts';
import type { HoldRefusal, SeatLockStore, Selection, SelectionOutcome } from './ports.ts';
import { type KeptSeats, isKeeping } from './kept-seats.ts';
import { changesOfFreed, recordSeats } from './seat-events.ts';
import { serveFirst } from './line.ts';
import { MOST_SEATS, bySeat, seatStatus } from './seat-map.ts';
import type { SeatStores, SeatWorld } from './world.ts';

/** The rules for seats that are not held by a passenger, but by a customer of an agent. */
export interface HoldRules<Stores extends SeatStores> {
  /** Takes the locks that come before the trip's. */
  readonly prepare: (stores: Stores, trip: TripId) => Promise<void>;
  /** Throws if the holder may not hold seats of the trip. */
  readonly refuseTrip: (stores: Stores, trip: Trip) => Promise<void>;
  /** Judges the holder again once seats are held, and throws if there are too many. Replaces the limit of trips. */
  readonly refuseHeld: (stores: Stores, trip: Trip, now: Instant) => Promise<void>;
}

export interface LockedSeats {
  readonly granted: readonly SeatNumber[];
  readonly rejected: readonly { readonly seat: SeatNumber; readonly reason: string }[];
  /** The moment at which the first of the granted holds ends. */
  readonly expiresAt: Instant;
  /** Whether chosen seats hang together. Undefined if the caller named the seats. */
  readonly together?: boolean;
}

type RejectionReason = HoldRefusal | 'held too long' | 'day limit' | KeptFor;

const REASONS: Readonly<Record<RejectionReason, string>> = {
  unknown: 'Not a valid seat.',
  booked: 'Already booked.',
  held: 'Currently held by another passenger.',
  'held too long': 'Held too long. Try again in a minute.',
  'day limit': 'Day limit reached.',
  WOMEN: 'Kept for women.',
  DISABLED: 'Kept for people with disabilities.',
  ELDERLY: 'Kept for elderly people.',
};

/** A holder, and the section of a trip on which the holder wants seats. */
export interface HoldPlace<Stores extends SeatStores> {
  readonly passenger: SeatHolder;
  readonly tripId: TripId;
  readonly choice: Section | undefined;
  readonly rules: HoldRules<Stores> | undefined;
  /** The kinds of kept seats that the holder may have. */
  readonly keptFor: readonly KeptFor[];
  /** Undefined if the hold needs no pass. */
  readonly judgePass: JudgePass | undefined;
}

/** A trip on sale whose seats a holder wants. */
export interface SeatSale {
  readonly trip: Trip;
  /** Whether a seat of the bus has a number that is not of capital letters and digits alone. */
  readonly isUnusual: boolean;
  /** The seats that are kept for passengers of another kind. */
  readonly withheld: KeptSeats;
  /** Seats that nobody may take now, because they are about to go to those who wait. */
  readonly busy: ReadonlySet<SeatNumber>;
}

/** The numbers of seats that a holder may hold on a trip. */
export interface RoomToHold {
  /** Besides offered seats that the holder does not name. */
  readonly onTrip: number;
  /** Besides all offered seats, by the limit for the day while the sale opens. */
  readonly onDay: RoomOnDay;
}

/** The way in which the seats of a hold are found. */
export interface SeatFinder<Stores extends SeatStores> {
  /** The seats to hold, on a trip that is on sale. Seats in `withheld` are kept for other passengers. */
  readonly find: (stores: Stores, sale: SeatSale) => Promise<readonly SeatNumber[]>;
  /** Throws if the seats are wanted all or none. */
  readonly refuseMissing?: (refused: Outcome['refused']) => void;
  /** Throws if the seats are wanted all or none, and the holder may hold fewer. */
  readonly refuseCut?: (found: number, room: RoomToHold) => void;
}

/** Makes seats the whole selection of a holder on a trip, after those who wait for its seats were served. */
export const holdSelection =
  <Stores extends SeatStores>(world: SeatWorld<Stores>) =>
  async (place: HoldPlace<Stores>, { find, refuseMissing, refuseCut }: SeatFinder<Stores>): Promise<LockedSeats> => {
    const { clock, transact, seatLockMinutes, rateLimit } = world;
    const { passenger, tripId, choice, rules, keptFor, judgePass } = place;
    const asked = clock();

    const { wanted, withheld, refused, ...locked } = await transact(async (stores) => {
      await rules?.prepare(stores, tripId);
      const { trips, buses, seatLocks, holdings, doorSeats } = stores;
      if (!rules) await doorSeats.lockBuyer({ userId: passenger }, tripId);
      const [heldTrips, runs, isUnusual, keptSeats, trip] = await Promise.all([
        rateLimit && !rules ? holdings.trips(passenger, asked) : [],
        rateLimit ? holdings.runs(passenger, tripId, forgottenAt(asked)) : [],
        buses.hasUnusualSeats(tripId),
        buses.keptSeats(tripId),
        trips.findForSale(tripId),
      ]);
      // Read after the trip is locked: whoever held the lock may have taken a while.
      const now = clock();
      const expiresAt = minutesAfter(now, seatLockMinutes);
      // Does not check the bus and its papers here. Booking the seats later checks both, and a refusal then gives the
      // reason.
      if (trip?.status !== 'ACTIVE' || trip.company.status !== 'ACTIVE') throw tripUnknown();
      await rules?.refuseTrip(stores, trip);
      const chosen = chosenSection(trip, choice);
      if (hasSectionDeparted(trip, chosen, now)) throw tripDeparted();
      refuseBeforeSale(trip, now, { isAgent: rules !== undefined, judgePass });
      const isWithheld = isKeeping(world, trip, chosen, now);
      const withheld = new Map([...keptSeats].filter(([, kind]) => isWithheld && !keptFor.includes(kind)));
      const [busy, offers] = [
        await serveFirst(stores, trip, now),
        trip.hasWaits ? await seatLocks.offers(tripId, passenger, now) : [],
      ];
      const found = await find(stores, { trip, isUnusual, withheld, busy });
      const isOffered = (seat: SeatNumber): boolean => offers.some((offer) => offer.seat === seat);
      // Offered seats that the passenger does not name count as held.
      const room = MOST_SEATS - offers.filter(({ seat }) => !found.includes(seat)).length;
      const onDay = await roomOnDay(world, stores, { trip, userId: passenger }, now);
      const wanted = found.slice(0, room);
      refuseCut?.(found.length, { onTrip: room, onDay });

      const section = sectionForStores(trip, chosen);
      const allowed = wanted.filter((seat) => isOffered(seat) || (!withheld.has(seat) && !busy.has(seat)));
      const selection = { tripId, passenger, wanted: allowed, expiresAt, section };
      const tooLong = [...heldTooLong(runs, now)].filter((seat) => !isOffered(seat));
      const limits = { tooLong: new Set(tooLong), isOffered, room: onDay.room };
      const outcome = await holdWithinLimits(seatLocks, selection, limits, now);
      const { held, dropped, lapsed = [], renewed = [] } = outcome;
      const awaited = wanted.filter((seat) => busy.has(seat) && !allowed.includes(seat));
      const refused = [...outcome.refused, ...awaited.map((seat) => ({ seat, reason: 'held' as const }))];
      refuseMissing?.(refused);
      if (refused.some(({ reason }) => reason === 'day limit')) onDay.refuse();
      // The limits are checked last, so that each unavailable seat is rejected for its own reason. If the limit
      // is exceeded, the transaction and its holds are undone. Seats that are offered to the passenger do not count.
      const chosenByHolder = held.filter((seat) => !isOffered(seat));
      if (chosenByHolder.length > 0) refuseMoreTrips(heldTrips, tripId, now);
      if (held.length > 0) await rules?.refuseHeld(stores, trip, now);

      const lasting = lastingRuns(chosenByHolder, runs, now, expiresAt);
      const ending = lasting.filter(({ until }) => until < expiresAt);
      for (const { seat, until } of ending) await seatLocks.endSooner(tripId, passenger, seat, until);
      if (rateLimit && lasting.length > 0) await holdings.extend(passenger, tripId, lasting);
      // A seat that the passenger now holds on another section counts as held without a break.
      const droppedSeats = dropped.map(({ seat }) => seat).filter((seat) => !held.includes(seat));
      if (rateLimit && droppedSeats.length > 0) await holdings.end(passenger, tripId, droppedSeats, now);

      const isRenewed = (seat: SeatNumber): boolean => renewed.includes(seat);
      const changes = [
        ...changesOfFreed([...dropped, ...lapsed], 'LOCKED'),
        { seats: held.filter(isRenewed), section, was: 'LOCKED', status: 'LOCKED' } as const,
        { seats: held.filter((seat) => !isRenewed(seat)), section, was: 'AVAILABLE', status: 'LOCKED' } as const,
      ];
      await recordSeats(stores, tripId, changes, now);
      const granted = offers.filter(({ seat }) => held.includes(seat));
      // The usual end counts only if a seat has it: an offer may outlast it.
      const isUsual = lasting.length > ending.length || held.length === 0;
      const ends = [...ending, ...granted].map(({ until }) => until);
      const firstEnd = Math.min(...(isUsual ? [expiresAt] : []), ...ends) as Instant;
      return { granted: held, expiresAt: firstEnd, wanted, withheld, refused };
    });
    const reasons = new Map(refused.map(({ seat, reason }) => [seat, reason]));
    for (const [seat, reason] of await reasonsOfKept(world, place, wanted, withheld)) reasons.set(seat, reason);
    const rejected = wanted.flatMap((seat) => {
      const why = reasons.get(seat);
      return why ? [{ seat, reason: REASONS[why] }] : [];
    });
    return { ...locked, rejected };
  };

/**
 * The reasons why wanted seats that are kept for others are rejected. A taken seat is rejected as any other, so that
 * nobody learns for whom it was kept. Read after the hold, when the map shows the holder's other seats as free.
 */
async function reasonsOfKept<Stores extends SeatStores>(
  { seatMaps, clock }: SeatWorld<Stores>,
  { tripId, passenger, choice }: HoldPlace<Stores>,
  wanted: readonly SeatNumber[],
  withheld: KeptSeats,
): Promise<ReadonlyMap<SeatNumber, RejectionReason>> {
  const kept = wanted.filter((seat) => withheld.has(seat));
  if (kept.length === 0) return new Map();
  const map = await seatMaps.view(tripId, passenger, clock(), choice);
  const statuses = new Map(map?.hasSeatMap ? map.seats.map((seat) => [seat.number, seatStatus(seat)]) : []);
  return new Map(
    kept.map((seat): [SeatNumber, RejectionReason] => {
      const status = statuses.get(seat);
      if (status === 'BOOKED') return [seat, 'booked'];
      if (status === 'LOCKED') return [seat, 'held'];
      const isFree = status === 'AVAILABLE' || status === 'LOCKED_BY_ME';
      return [seat, (isFree && withheld.get(seat)) || 'unknown'];
    }),
  );
}

export interface Outcome extends Omit<SelectionOutcome, 'refused'> {
  readonly refused: readonly { readonly seat: SeatNumber; readonly reason: RejectionReason }[];
}

interface HoldLimits {
  /** Seats that the passenger has held for too long. */
  readonly tooLong: ReadonlySet<SeatNumber>;
  readonly isOffered: (seat: SeatNumber) => boolean;
  /** The number of seats that the passenger may hold besides offered ones. */
  readonly room: number;
}

/** Holds a selection, except for seats beyond the passenger's limits. Offered seats are within every limit. */
async function holdWithinLimits(
  seatLocks: SeatLockStore,
  selection: Selection,
  { tooLong, isOffered, room }: HoldLimits,
  now: Instant,
): Promise<Outcome> {
  const outcome = await seatLocks.hold(selection, now);
  const chosen = selection.wanted.filter((seat) => outcome.held.includes(seat) && !isOffered(seat));
  const beyond = new Map<SeatNumber, RejectionReason>([
    ...chosen.filter((seat) => tooLong.has(seat)).map((seat) => [seat, 'held too long'] as const),
    ...chosen
      .filter((seat) => !tooLong.has(seat))
      .slice(room)
      .map((seat) => [seat, 'day limit'] as const),
  ]);
  if (beyond.size === 0) return outcome;

  const wanted = outcome.held.filter((seat) => !beyond.has(seat));
  const others = await seatLocks.hold({ ...selection, wanted }, now);
  return {
    ...outcome,
    held: others.held,
    dropped: [...outcome.dropped, ...others.dropped].sort(bySeat),
    refused: [...outcome.refused, ...[...beyond].map(([seat, reason]) => ({ seat, reason }))],
  };
}
