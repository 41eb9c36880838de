import type { SeatHolder, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import { hasSectionDeparted, type Trip } from '../trips/trip.ts';
import { forgottenAt, heldTooLong, lastingRuns, refuseMoreTrips } from './holdings.ts';
import type { HoldRefusal, SeatLockStore, Selection, SelectionOutcome } from './ports.ts';
import { changesOfFreed, recordSeats } from './seat-events.ts';
import { bySeat } from './seat-map.ts';
import type { SeatStores, SeatWorld } from './world.ts';

/** The rules for seats that are not held by a passenger, but by a customer of an agent. */
export interface HoldRules<Stores extends SeatStores> {
  /** Throws if the holder may not hold seats of the trip. */
  readonly refuseTrip: (stores: Stores, trip: Trip) => Promise<void>;
  /** Throws if too many seats are held now. Replaces the limit of trips. */
  readonly refuseMore: (stores: Stores, trip: Trip, now: Instant) => Promise<void>;
}

export interface LockedSeats {
  readonly granted: readonly SeatNumber[];
  readonly rejected: readonly { readonly seat: SeatNumber; readonly reason: string }[];
  /** The moment at which the first of the granted holds ends. */
  readonly expiresAt: Instant;
  /** Whether chosen seats hang together. Undefined if the caller named the seats. */
  readonly together?: boolean;
}

type RejectionReason = HoldRefusal | 'held too long';

const REASONS: Readonly<Record<RejectionReason, string>> = {
  unknown: 'Not a valid seat.',
  booked: 'Already booked.',
  held: 'Currently held by another passenger.',
  'held too long': 'Held too long. Try again in a minute.',
};

/** A holder, and the section of a trip on which the holder wants seats. */
export interface HoldPlace<Stores extends SeatStores> {
  readonly passenger: SeatHolder;
  readonly tripId: TripId;
  readonly choice: Section | undefined;
  readonly rules: HoldRules<Stores> | undefined;
}

/** The way in which the seats of a hold are found. */
export interface SeatFinder<Stores extends SeatStores> {
  /** The seats to hold, on a trip that is on sale. */
  readonly find: (stores: Stores, trip: Trip, isUnusual: boolean) => Promise<readonly SeatNumber[]>;
  /** Throws if the seats are wanted all or none. */
  readonly refuseMissing?: (refused: Outcome['refused']) => void;
}

/** Makes seats the whole selection of a holder on a trip. */
export const holdSelection =
  <Stores extends SeatStores>({ clock, transact, seatLockMinutes, rateLimit }: SeatWorld<Stores>) =>
  async (
    { passenger, tripId, choice, rules }: HoldPlace<Stores>,
    { find, refuseMissing }: SeatFinder<Stores>,
  ): Promise<LockedSeats> => {
    const asked = clock();

    return transact(async (stores) => {
      const { trips, buses, seatLocks, holdings } = stores;
      const [heldTrips, runs, isUnusual, trip] = await Promise.all([
        rateLimit && !rules ? holdings.trips(passenger, asked) : [],
        rateLimit ? holdings.runs(passenger, tripId, forgottenAt(asked)) : [],
        buses.hasUnusualSeats(tripId),
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
      const wanted = await find(stores, trip, isUnusual);

      const section = sectionForStores(trip, chosen);
      const selection = { tripId, passenger, wanted, expiresAt, section };
      const outcome = await holdUnlessTooLong(seatLocks, selection, heldTooLong(runs, now), now);
      const { held, dropped, refused, lapsed = [], renewed = [] } = outcome;
      refuseMissing?.(refused);
      // The limits are checked last, so that each unavailable seat is rejected for its own reason. If the limit
      // is exceeded, the transaction and its holds are undone.
      if (held.length > 0) refuseMoreTrips(heldTrips, tripId, now);
      if (held.length > 0 && rateLimit) await rules?.refuseMore(stores, trip, now);

      const lasting = lastingRuns(held, runs, now, expiresAt);
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
      const reasons = new Map(refused.map((seat) => [seat.seat, seat.reason]));
      const rejected = wanted.flatMap((seat) => {
        const why = reasons.get(seat);
        return why ? [{ seat, reason: REASONS[why] }] : [];
      });
      const firstEnd = Math.min(expiresAt, ...ending.map(({ until }) => until)) as Instant;
      return { granted: held, rejected, expiresAt: firstEnd };
    });
  };

export interface Outcome extends Omit<SelectionOutcome, 'refused'> {
  readonly refused: readonly { readonly seat: SeatNumber; readonly reason: RejectionReason }[];
}

/** Holds a selection, except for seats that the passenger has held for too long. */
async function holdUnlessTooLong(
  seatLocks: SeatLockStore,
  selection: Selection,
  tooLong: ReadonlySet<SeatNumber>,
  now: Instant,
): Promise<Outcome> {
  const outcome = await seatLocks.hold(selection, now);
  const over = outcome.held.filter((seat) => tooLong.has(seat));
  if (over.length === 0) return outcome;

  const wanted = outcome.held.filter((seat) => !tooLong.has(seat));
  const others = await seatLocks.hold({ ...selection, wanted }, now);
  return {
    ...outcome,
    held: others.held,
    dropped: [...outcome.dropped, ...others.dropped].sort(bySeat),
    refused: [...outcome.refused, ...over.map((seat) => ({ seat, reason: 'held too long' as const }))],
  };
}
