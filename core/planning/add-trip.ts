import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { refuseTripBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import { busUnknown } from '../fleet/refusals.ts';
import { moveDoors } from '../line/move-opening.ts';
import { ONCE, refuseElsewhere } from '../trips/planned-trips.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { placedPoints } from '../trips/points.ts';
import { changesOfTrip } from './trip-trail.ts';
import { type WantedTrip, checkTrip } from './wanted-trip.ts';
import type { PlanningWorld } from './world.ts';

export type AddTrip = ReturnType<typeof addTrip>;

/** Adds a single trip, which no timetable makes. The trip is on sale once seats of its bus may be sold. */
export const addTrip =
  (world: PlanningWorld) =>
  async (member: Member, given: WantedTrip, keep?: KeepResult<OfficeTrip>): Promise<OfficeTrip> => {
    const { clock, calendar, random, cities, quotas, transact, doorTerms } = world;
    const wanted = { ...given, ...placedPoints(given, given) };
    checkTrip(await cities.all(), wanted, { now: clock(), calendar, stepMinutes: doorTerms.stepMinutes });
    const key = `${ONCE}${random.uuid()}`;

    return transact(async (stores) => {
      const { buses, plannedTrips, officeTrips, trail } = stores;
      // The lock makes requests for several buses wait for each other. So each request counts the trips of the others.
      await lockCompany(stores, member, 'MANAGER');
      const bus = await buses.lock(wanted.busId, member.operatorId);
      if (!bus) throw busUnknown();
      await refuseTripBeyondQuota(stores, quotas, member.operatorId);
      await refuseElsewhere(plannedTrips, bus.id, { start: wanted.departsAt, end: wanted.arrivesAt });

      const plan = { ...wanted, operatorId: member.operatorId, timetable: null };
      const [id] = await plannedTrips.add([{ ...plan, key }]);
      await gateTrips(stores, calendar, [bus.id]);
      const now = clock();
      if (id) await moveDoors(world, stores, { from: [], to: [{ id, saleOpensAt: plan.saleOpensAt }] }, now);
      const added = id && (await officeTrips.find(id, now));
      if (!added) throw new Error(`The trip ${key} was not added.`);

      const changes = changesOfTrip(undefined, plan);
      const description = `Added the trip ${added.source.name} – ${added.destination.name} on ${calendar.text(added.departsAt)}.`;
      const subject = { type: 'schedule', id: added.id } as const;
      await trail.add(memberEntry(member, { kind: 'TRIP_ADDED', subject, changes, description }), now);
      await keep?.(added, stores);
      return added;
    });
  };
