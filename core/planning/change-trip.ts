import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { TripId } from '../kernel/ids.ts';
import { fixedOpening, moveDoors, refuseAnnounced } from '../line/move-opening.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { type Instant, minutesBetween } from '../kernel/time.ts';
import { endHolds } from '../seats/release-seats.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { openingFaults } from '../trips/sale-opening.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import type { City } from '../trips/city.ts';
import { placedPoints, pointFaults, pointStopFaults } from '../trips/points.ts';
import { noSuchTrip, stopsFixed, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { fareFaults, stopFaults } from '../trips/road-faults.ts';
import { changedRoad, hasSameStops } from '../trips/sections.ts';
import { hasDeparted, tripChanged } from '../trips/trip.ts';
import { changesOfTrip } from './trip-trail.ts';
import type { WantedTrip } from './wanted-trip.ts';
import type { PlanningStores, PlanningWorld } from './world.ts';

/** The fields of a single trip that can change without a mail to its passengers. */
export type TripChanges = Partial<
  Pick<WantedTrip, 'fare' | 'stops' | 'fares' | 'boardingPoints' | 'droppingPoints' | 'saleOpensAt'>
>;

export type ChangeTrip = ReturnType<typeof changeTrip>;

/**
 * Changes the given fields of a trip. New fares apply to later bookings only. Holds on seats end, because they were
 * made at the old fare.
 */
export const changeTrip =
  (world: PlanningWorld) =>
  async (member: Member, id: TripId, given: TripChanges): Promise<OfficeTrip> => {
    const { clock, calendar, cities, transact } = world;
    const known = await cities.all();

    return transact(async (stores) => {
      const { plannedTrips, officeTrips, trail } = stores;
      await shareCompany(stores, member, 'MANAGER');
      const before = await plannedTrips.lock(id);
      if (before?.operatorId !== member.operatorId) throw noSuchTrip();
      const now = clock();
      const after = changedTrip(before, given);
      if (Object.keys(given).length > 0) refuseChange(world, known, { before, after, given, now });
      if (!hasSameStops(before, after) && (await plannedTrips.fixed([before], now)).has(id)) throw stopsFixed();
      const isMoved = before.saleOpensAt !== after.saleOpensAt;
      if (isMoved) await refuseMove(world, stores, before, now);

      const changes = changesOfTrip(before, after);
      if (Object.keys(changes).length > 0) {
        await plannedTrips.save([after]);
        if (isMoved) await moveDoors(world, stores, { from: [before], to: [after] }, now);
        if ('fare' in changes || 'fares' in changes) await tellNewFare(stores, after, now);
        const description = `Changed the trip on ${calendar.text(after.departsAt)}.`;
        const subject = { type: 'schedule', id } as const;
        await trail.add(memberEntry(member, { kind: 'TRIP_CHANGED', subject, changes, description }), now);
      }
      const trip = await officeTrips.find(id, now);
      if (!trip) throw noSuchTrip();
      return trip;
    });
  };

/** The trip after a change. Its stops, fares, boarding points and dropping points agree with each other. */
function changedTrip(before: PlannedTrip, given: TripChanges): PlannedTrip {
  const after = { ...before, ...given, ...changedRoad(before, given) };
  return { ...after, ...placedPoints(after, after), changedInOffice: true };
}

interface Change {
  readonly before: PlannedTrip;
  readonly after: PlannedTrip;
  readonly given: TripChanges;
  readonly now: Instant;
}

/**
 * Throws if a change of a trip is faulty. Does not check again the minutes of boarding and dropping points that the
 * trip already has.
 */
function refuseChange(
  { calendar, doorTerms: { stepMinutes } }: PlanningWorld,
  cities: readonly City[],
  { before, after: trip, given, now }: Change,
): void {
  const { departsAt } = trip;
  const isMoved = before.saleOpensAt !== trip.saleOpensAt;
  const { boardingPoints = [], droppingPoints = [] } = given;
  const duration = minutesBetween(trip.departsAt, trip.arrivesAt);
  refuseFaults([
    ...stopFaults(cities, trip, duration, given),
    ...fareFaults(trip, given),
    ...pointFaults(placedPoints({ boardingPoints, droppingPoints }, trip), duration),
    ...pointStopFaults(trip, trip),
    ...(isMoved ? openingFaults(trip.saleOpensAt, { calendar, now, stepMinutes, departsAt }) : []),
  ]);
  if (trip.status === 'CANCELLED') throw tripCancelled();
  if (hasDeparted(trip, now)) throw tripDeparted();
}

async function tellNewFare(stores: PlanningStores, trip: PlannedTrip, now: Instant): Promise<void> {
  await endHolds(stores, [trip.id], now);
  await stores.events.record(tripChanged(trip, 'fare changed'), now);
}

/** Refuses another opening of the sale of a trip with sold, held or many blocked seats, or whose opening is near. */
async function refuseMove(
  world: PlanningWorld,
  stores: PlanningStores,
  trip: PlannedTrip,
  now: Instant,
): Promise<void> {
  const refused = await fixedOpening(world, stores, trip.id, now);
  if (refused) throw refused;
  await refuseAnnounced(stores, trip, now);
}
