import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { TripId } from '../kernel/ids.ts';
import { type Instant, minutesAfter, toIso } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { tapped, withoutTaps } from '../trips/taps.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { type Conductor, actorOf, lockConductor } from './conductor.ts';
import type { CrewTrip } from './crew-trip.ts';
import { notDeparted } from './refusals.ts';
import type { BoardingStores, BoardingWorld } from './world.ts';

export type UndepartTrip = ReturnType<typeof undepartTrip>;

/** Undoes the crew's report that the bus has left, even while the company is suspended. */
export const undepartTrip =
  (world: BoardingWorld) =>
  async (conductor: Conductor, id: TripId, keep?: KeepResult<CrewTrip>): Promise<CrewTrip> =>
    world.transact(async (stores) => {
      await lockConductor(stores, conductor);
      await takeBack(stores, world, conductor, id);
      const trip = await stores.crewTrips.find(id);
      if (!trip) throw noSuchTrip();
      await keep?.(trip, stores);
      return trip;
    });

export type UndepartOwnTrip = ReturnType<typeof undepartOwnTrip>;

/** Undoes the report that the bus has left, for a MANAGER in the office. */
export const undepartOwnTrip =
  (world: BoardingWorld) =>
  async (member: Member, id: TripId, keep?: KeepResult<OfficeTrip>): Promise<OfficeTrip> =>
    world.transact(async (stores) => {
      const { userId, operatorId } = member;
      await shareCompany(stores, member, 'MANAGER');
      const now = await takeBack(stores, world, { operatorId, sender: { userId } }, id);
      const trip = await stores.officeTrips.find(id, now);
      if (!trip) throw noSuchTrip();
      await keep?.(trip, stores);
      return trip;
    });

/** Minutes for which the report of a departure, or of a left stop, can be undone. */
export const TAKEN_BACK_MINUTES = 30;

/** The moment from which a departure can no longer be undone. Never earlier than the planned departure. */
export const standsFrom = ({ departsAt, departedAt }: PlannedTrip): number =>
  departedAt === null ? departsAt : Math.max(departsAt, minutesAfter(departedAt, TAKEN_BACK_MINUTES));

async function takeBack(
  stores: BoardingStores,
  { clock, calendar }: BoardingWorld,
  conductor: Conductor,
  id: TripId,
): Promise<Instant> {
  const { operatorId } = conductor;
  const before = await stores.plannedTrips.lock(id);
  if (before?.operatorId !== operatorId) throw noSuchTrip();
  const now = clock();
  if (before.status === 'CANCELLED') throw tripCancelled();
  if (before.departedAt === null) throw notDeparted();
  if (now >= standsFrom(before)) throw tripDeparted();

  await stores.plannedTrips.save([tapped(before, withoutTaps(before.taps, { stop: 0, at: now }))]);
  await stores.trail.add(
    {
      kind: 'TRIP_UNDEPARTED',
      actor: actorOf(conductor),
      operatorId,
      subject: { type: 'schedule', id },
      changes: changesBetween({ departed_at: toIso(before.departedAt) }, { departed_at: null }),
      description: `Took back that the trip of ${calendar.text(before.departsAt)} has departed.`,
    },
    now,
  );
  return now;
}
