import type { SeatHolder, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
import { changesOfFreed, recordSeats } from './seat-events.ts';
import type { SeatStores, SeatWorld } from './world.ts';

export type ReleaseSeats = ReturnType<typeof releaseSeats>;

/**
 * Releases all seats that the passenger holds on the trip, or on exactly one section of it. Returns the number of
 * seats. Also works for a cancelled or departed trip.
 */
export const releaseSeats =
  ({ clock, transact, rateLimit }: SeatWorld) =>
  async (passenger: SeatHolder, tripId: TripId, choice?: Section): Promise<number> => {
    const now = clock();

    return transact(async (stores) => {
      const { trips, seatLocks, holdings } = stores;
      const trip = choice && (await trips.find(tripId));
      if (choice && !trip) throw tripUnknown();
      const section = trip && sectionForStores(trip, chosenSection(trip, choice));
      const released = await seatLocks.release(tripId, passenger, now, section);
      if (released.length === 0 && !(await trips.find(tripId))) throw tripUnknown();
      const seats = released.map(({ seat }) => seat);
      if (rateLimit && seats.length > 0) await holdings.end(passenger, tripId, seats, now);
      await recordSeats(stores, tripId, changesOfFreed(released, 'LOCKED'), now);
      return released.length;
    });
  };

/**
 * Ends all passengers' holds on trips that are cancelled or get a new time, bus or fare. Use cases that make such a
 * change must call this in their transaction, after the trip is locked and saved. Announces the seats that are free.
 */
export async function endHolds(stores: SeatStores, trips: readonly TripId[], now: Instant): Promise<void> {
  await recordEndedHolds(stores, await stores.seatLocks.endAllHolds(trips, now), now);
}

/** Announces seats whose holds have ended on one or several trips. */
export async function recordEndedHolds(stores: SeatStores, ended: readonly FreedOnTrip[], now: Instant): Promise<void> {
  for (const tripId of new Set(ended.map((freed) => freed.tripId))) {
    const changes = ended
      .filter((freed) => freed.tripId === tripId)
      .map(({ seats, section }) => ({ seats, section, was: 'LOCKED', status: 'AVAILABLE' }) as const);
    await recordSeats(stores, tripId, changes, now);
  }
}
