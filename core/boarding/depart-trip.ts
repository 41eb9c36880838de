import { shareCompany } from '../companies/lock-company.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import { toIso } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { PlannedTrips } from '../trips/planned-trips.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { actorOf } from './conductor.ts';
import type { Conductor } from './conductor.ts';
import type { CrewTrip, CrewTripViews } from './crew-trip.ts';
import { isTooEarly } from './judge-scan.ts';
import type { Boardings } from './ports.ts';
import { deviceTokenInvalid, tooEarly } from './refusals.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly boardings: Pick<Boardings, 'lockSender'>;
  readonly plannedTrips: PlannedTrips;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly trail: Trail;
  readonly idempotency: Idempotency;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'text'>;
  readonly transact: Transact<Stores>;
}

export type DepartTrip = ReturnType<typeof departTrip>;

/**
 * Says that a bus has left, early or late: from then on nothing is sold on it, and its company can't change it any
 * more. Timetables and imports leave the trip alone.
 */
export const departTrip =
  ({ clock, calendar, transact }: Needs) =>
  async (conductor: Conductor, id: TripId, keep?: KeepResult<CrewTrip>): Promise<CrewTrip> =>
    transact(async (stores) => {
      const { operatorId, sender } = conductor;
      if ('userId' in sender)
        await shareCompany(stores, { ...sender, operatorId }, 'CONDUCTOR', { whileSuspended: true });
      // It may have been revoked since it was let in.
      else if ((await stores.boardings.lockSender(sender)) === undefined) throw deviceTokenInvalid();
      const before = await stores.plannedTrips.lock(id);
      if (before?.operatorId !== operatorId) throw noSuchTrip();
      const now = clock();
      if (before.status === 'CANCELLED') throw tripCancelled();
      if (before.departedAt !== null) throw tripDeparted();
      if (isTooEarly(before, now)) throw tooEarly();

      await stores.plannedTrips.save([{ ...before, departedAt: now, changedInOffice: true }]);
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
