import { shareCompany } from '../companies/lock-company.ts';
import { doneBy } from '../companies/member-trail.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import { isOfAnotherCompany } from '../fleet/bus.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import type { GateStores } from '../fleet/gate-trips.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../trail/trail.ts';
import { refuseElsewhere } from '../trips/bus-elsewhere.ts';
import type { CityRepo } from '../trips/city.ts';
import type { OfficeTrip, OfficeTrips } from '../trips/office-trip.ts';
import { ONCE } from '../trips/planned-trips.ts';
import type { PlannedTrips } from '../trips/planned-trips.ts';
import { changesOfTrip } from './trip-trail.ts';
import { checkTrip } from './wanted-trip.ts';
import type { WantedTrip } from './wanted-trip.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Pick<Random, 'uuid'>;
  readonly cities: CityRepo;
  readonly transact: Transact<
    GateStores & {
      readonly companies: CompanyRepo;
      readonly staff: StaffRepo;
      readonly buses: Pick<BusRepo, 'lock'>;
      readonly plannedTrips: PlannedTrips;
      readonly officeTrips: Pick<OfficeTrips, 'find'>;
      readonly trail: Trail;
      readonly idempotency: Idempotency;
    }
  >;
}

export type AddTrip = ReturnType<typeof addTrip>;

/** Adds a single trip. It is made on a bus that may not be sold yet, too: it is on sale as soon as the bus is. */
export const addTrip =
  ({ clock, calendar, random, cities, transact }: Needs) =>
  async (member: Member, wanted: WantedTrip, keep?: KeepResult<OfficeTrip>): Promise<OfficeTrip> => {
    checkTrip(await cities.all(), wanted, clock());
    const key = `${ONCE}${random.uuid()}`;

    return transact(async (stores) => {
      const { buses, plannedTrips, officeTrips, trail } = stores;
      await shareCompany(stores, member, 'MANAGER');
      const bus = await buses.lock(wanted.busId);
      if (!bus || isOfAnotherCompany(bus, member.operatorId)) throw busUnknown();
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
      await trail.add(doneBy(member, { kind: 'TRIP_ADDED', subject, changes, description }), now);
      await keep?.(added, stores);
      return added;
    });
  };
