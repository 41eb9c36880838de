import type { TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
import type { SeatLockStore, SeatEvent } from './ports.ts';
import { changesOfFreed, recordSeats, type SeatEventStores } from './seat-events.ts';
import type { TripStores } from '../trips/world.ts';
import type { SeatStores } from './world.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<TripStores & SeatStores, 'trips' | 'seatLocks' | 'holdings'> & {
      events: Recorder<SeatEvent>;
    }
  >;
  /** Whether the limits on hoarding apply. */
  readonly rateLimit: boolean;
}

export type ReleaseSeats = ReturnType<typeof releaseSeats>;

/**
 * Releases all seats that the passenger holds on the trip, or on exactly one section of it. Returns the number of
 * seats. Also works for a cancelled or departed trip.
 */
export const releaseSeats =
  ({ clock, transact, rateLimit }: Needs) =>
  async (passenger: UserId, tripId: TripId, choice?: Section): Promise<number> => {
    const now = clock();

    return transact(async ({ trips, seatLocks, holdings, events }) => {
      const trip = choice && (await trips.find(tripId));
      if (choice && !trip) throw tripUnknown();
      const section = trip && sectionForStores(trip, chosenSection(trip, choice));
      const released = await seatLocks.release(tripId, passenger, now, section);
      if (released.length === 0 && !(await trips.find(tripId))) throw tripUnknown();
      const seats = released.map(({ seat }) => seat);
      if (rateLimit && seats.length > 0) await holdings.end(passenger, tripId, seats, now);
      await recordSeats({ seatLocks, events }, tripId, changesOfFreed(released, 'LOCKED'), now);
      return released.length;
    });
  };

export interface LettingGoStores extends SeatEventStores {
  readonly seatLocks: Pick<SeatLockStore, 'endAllHolds' | 'takenSections'>;
}

/**
 * Ends all passengers' holds on trips that are cancelled or get a new time, bus or fare. Use cases that make such a
 * change must call this in their transaction, after the trip is locked and saved. Announces the seats that are free.
 */
export async function endHolds(stores: LettingGoStores, trips: readonly TripId[], now: Instant): Promise<void> {
  await recordEndedHolds(stores, await stores.seatLocks.endAllHolds(trips, now), now);
}

/** Announces seats whose holds have ended on one or several trips. */
export async function recordEndedHolds(
  stores: SeatEventStores,
  ended: readonly FreedOnTrip[],
  now: Instant,
): Promise<void> {
  for (const tripId of new Set(ended.map((freed) => freed.tripId))) {
    const changes = ended
      .filter((freed) => freed.tripId === tripId)
      .map(({ seats, section }) => ({ seats, section, was: 'LOCKED', status: 'AVAILABLE' }) as const);
    await recordSeats(stores, tripId, changes, now);
  }
}
