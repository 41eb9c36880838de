import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { Quotas } from '../companies/quotas.ts';
import { refuseTripBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { type GateStores, gateTrips } from '../fleet/gate-trips.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { ONCE, refuseElsewhere } from '../trips/planned-trips.ts';
import type { CityRepo } from '../trips/city.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { placedPoints } from '../trips/points.ts';
import { changesOfTrip } from './trip-trail.ts';
import { type WantedTrip, checkTrip } from './wanted-trip.ts';
import type { CompanyStores } from '../companies/world.ts';
import type { TripStores } from '../trips/world.ts';
import type { PlatformStores } from '../platform/world.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Pick<Random, 'uuid'>;
  readonly cities: CityRepo;
  readonly quotas: Quotas;
  readonly transact: Transact<
    GateStores &
      Pick<
        CompanyStores & TripStores & PlatformStores,
        'companies' | 'usage' | 'staff' | 'plannedTrips' | 'officeTrips' | 'trail' | 'idempotency'
      > & {
        readonly buses: Pick<BusRepo, 'lock'>;
      }
  >;
}

export type AddTrip = ReturnType<typeof addTrip>;

/** Adds a single trip, which no timetable makes. The trip is on sale once seats of its bus may be sold. */
export const addTrip =
  ({ clock, calendar, random, cities, quotas, transact }: Needs) =>
  async (member: Member, given: WantedTrip, keep?: KeepResult<OfficeTrip>): Promise<OfficeTrip> => {
    const wanted = { ...given, ...placedPoints(given, given) };
    checkTrip(await cities.all(), wanted, clock(), calendar);
    const key = `${ONCE}${random.uuid()}`;

    return transact(async (stores) => {
      const { buses, plannedTrips, officeTrips, trail } = stores;
      // The lock makes requests for several buses wait for each other. So each request counts the trips of the others.
      await lockCompany(stores, member, 'MANAGER');
      const bus = await buses.lock(wanted.busId, member.operatorId);
      if (!bus) throw busUnknown();
      await refuseTripBeyondQuota({ usage: stores.usage, quotas }, member.operatorId);
      await refuseElsewhere(plannedTrips, bus.id, { start: wanted.departsAt, end: wanted.arrivesAt });

      const plan = { ...wanted, operatorId: member.operatorId, timetable: null };
      const [id] = await plannedTrips.add([{ ...plan, key }]);
      await gateTrips(stores, calendar, [bus.id]);
      const now = clock();
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
