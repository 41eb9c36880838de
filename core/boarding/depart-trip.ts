import type { KeepResult } from '../platform/idempotency.ts';
import type { TripId } from '../kernel/ids.ts';
import { minutesAfter, toIso } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { tapNow, tapped } from '../trips/taps.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { type Conductor, actorOf, lockConductor } from './conductor.ts';
import type { CrewTrip } from './crew-trip.ts';
import { isTooEarly } from './judge-scan.ts';
import { tooEarly } from './refusals.ts';
import type { BoardingWorld } from './world.ts';

export interface Departure {
  /** True if the conductor confirms that the bus left more than 30 minutes before its time. */
  readonly early: boolean;
}

/** A departure that is reported at most this many minutes early needs no confirmation. */
export const PLANNED_MINUTES = 30;

export type DepartTrip = ReturnType<typeof departTrip>;

/**
 * Records that a bus has left its first stop, early or late. Afterwards nobody can book from this stop, and timetables
 * and imports do not change the trip. The company can still change a trip that has intermediate stops. `undepartTrip`
 * undoes the report.
 */
export const departTrip =
  ({ clock, calendar, transact }: BoardingWorld) =>
  async (conductor: Conductor, id: TripId, { early }: Departure, keep?: KeepResult<CrewTrip>): Promise<CrewTrip> =>
    transact(async (stores) => {
      const { operatorId } = conductor;
      await lockConductor(stores, conductor);
      const before = await stores.plannedTrips.lock(id);
      if (before?.operatorId !== operatorId) throw noSuchTrip();
      const now = clock();
      if (before.status === 'CANCELLED') throw tripCancelled();
      if (before.departedAt !== null) throw tripDeparted();
      if (isTooEarly(before, now)) throw tooEarly('hours before');
      if (!early && now < minutesAfter(before.departsAt, -PLANNED_MINUTES)) throw tooEarly('unasked');

      await stores.plannedTrips.save([tapped(before, tapNow(before.taps, { stop: 0, at: now }))]);
      await stores.trail.add(
        {
          kind: 'TRIP_DEPARTED',
          actor: actorOf(conductor),
          operatorId,
          subject: { type: 'schedule', id },
          changes: changesBetween({ departed_at: null }, { departed_at: toIso(now) }),
          description: `Said that the trip of ${calendar.text(before.departsAt)} has departed.`,
        },
        now,
      );
      const trip = await stores.crewTrips.find(id);
      if (!trip) throw noSuchTrip();
      await keep?.(trip, stores);
      return trip;
    });
