import { seatsNamed } from '../fleet/seats-named.ts';
import type { SeatHolder, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import { hasSectionDeparted, type Trip } from '../trips/trip.ts';
import { forgottenAt, heldTooLong, lastingRuns, refuseMoreTrips } from './holdings.ts';
import type { HoldRefusal, SeatLockStore, Selection, SelectionOutcome } from './ports.ts';
import { noSeatMap } from './refusals.ts';
import { changesOfFreed, recordSeats } from './seat-events.ts';
import { bySeat, MOST_SEATS } from './seat-map.ts';
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
}

type RejectionReason = HoldRefusal | 'held too long';

const REASONS: Readonly<Record<RejectionReason, string>> = {
  unknown: 'Not a valid seat.',
  booked: 'Already booked.',
  held: 'Currently held by another passenger.',
  'held too long': 'Held too long. Try again in a minute.',
};

export type LockSeats = ReturnType<typeof lockSeats>;

/**
 * Holds every wanted seat that is free on a section, for a few minutes. Releases the passenger's other seats on the
 * trip. Unavailable seats are listed in the result; the free ones are held all the same.
 */
export const lockSeats =
  <Stores extends SeatStores>({ clock, transact, seatLockMinutes, rateLimit }: SeatWorld<Stores>) =>
  async (
    passenger: SeatHolder,
    tripId: TripId,
    seats: readonly SeatNumber[],
    choice?: Section,
    rules?: HoldRules<Stores>,
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
      if (!trip.bus.hasSeatMap) throw noSeatMap();
      const named = await seatsNamed({ buses }, { bus: trip.bus.id, typed: seats, isUnusual });
      const wanted = [...new Set(named)].slice(0, MOST_SEATS);

      const section = sectionForStores(trip, chosen);
      const selection = { tripId, passenger, wanted, expiresAt, section };
      const outcome = await holdUnlessTooLong(seatLocks, selection, heldTooLong(runs, now), now);
      const { held, dropped, refused, lapsed = [], renewed = [] } = outcome;
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

interface Outcome extends Omit<SelectionOutcome, 'refused'> {
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
