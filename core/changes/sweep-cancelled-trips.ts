import { isOverdue } from '../bookings/booking.ts';
import type { TripId } from '../kernel/ids.ts';
import { endBookingsOn } from './end-bookings-on.ts';
import { lockBooked } from './lock-trip.ts';
import { RETRY, tryOut } from './try-out.ts';
import type { ChangeWorld } from './world.ts';

const BATCH = 200;

export type SweepCancelledTrips = ReturnType<typeof sweepCancelledTrips>;

/**
 * Ends the bookings that are still active on cancelled trips, and returns the number of trips. Cancelling a trip ends
 * its bookings at once, but imports of earlier versions did not end them. If a trip fails, the sweep continues with the
 * later trips, and rejects at the end. Safe to run in every process at once.
 *
 * @throws AggregateError with the failure of each trip
 */
export const sweepCancelledTrips = (world: ChangeWorld) => async (): Promise<number> => {
  const { clock, transact } = world;
  const endOn = (id: TripId) =>
    tryOut(transact, { isDryRun: false }, async (stores) => {
      const before = await stores.plannedTrips.find(id);
      if (!before) return false;
      const locked = await lockBooked(stores, before, [before.busId]);
      if (locked === RETRY) return RETRY;
      const { trip } = locked;
      const now = clock();
      const active = locked.active.filter(({ sectionTimes }) => !sectionTimes || sectionTimes.arrivesAt > now);
      // Since the trip was found, it may have been made ACTIVE again, or another process may have ended its bookings.
      if (trip.status !== 'CANCELLED' || active.length === 0) return false;

      const company = await stores.companies.find(trip.operatorId);
      await endBookingsOn(
        stores,
        world,
        {
          id,
          company: { contactPhone: company?.contactPhone ?? null },
          bookings: active.filter((booking) => !isOverdue(booking, now)),
          overdue: active.filter((booking) => isOverdue(booking, now)),
        },
        { disruption: { reason: 'OTHER', note: '' }, actor: { role: 'SYSTEM' }, now },
      );
      return true;
    });

  const next = (after: TripId) => transact(({ plannedTrips }) => plannedTrips.cancelledButBooked(after, BATCH));
  let count = 0;
  const failures: unknown[] = [];
  for (let trips = await next(0 as TripId); trips.length > 0; trips = await next(trips.at(-1) ?? (0 as TripId)))
    for (const id of trips)
      try {
        if (await endOn(id)) count += 1;
      } catch (cause) {
        failures.push(new Error(`The bookings of the cancelled trip ${id} could not be ended.`, { cause }));
      }
  if (failures.length > 0)
    throw new AggregateError(failures, `The bookings of ${failures.length} cancelled trips could not be ended.`);
  return count;
};
