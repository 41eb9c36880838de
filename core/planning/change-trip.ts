import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { type Clock, type Instant, minutesBetween } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { endHolds } from '../seats/release-seats.ts';
import type { SeatLockStore } from '../seats/ports.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { pointFaults } from '../trips/points.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { hasDeparted, type TripChanged, tripChanged } from '../trips/trip.ts';
import { changesOfTrip } from './trip-trail.ts';
import type { WantedTrip } from './wanted-trip.ts';
import type { CompanyStores } from '../companies/stores.ts';
import type { TripStores } from '../trips/stores.ts';
import type { PlatformStores } from '../platform/stores.ts';

interface Stores extends Pick<
  CompanyStores & TripStores & PlatformStores,
  'companies' | 'staff' | 'plannedTrips' | 'officeTrips' | 'trail'
> {
  readonly seatLocks: Pick<SeatLockStore, 'endAllHolds'>;
  readonly events: Recorder<SeatsChanged | TripChanged>;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'text'>;
  readonly transact: Transact<Stores>;
}

/** Changes of a single trip that need no mail to its passengers. */
export type TripChanges = Partial<Pick<WantedTrip, 'fare' | 'boardingPoints' | 'droppingPoints'>>;

export type ChangeTrip = ReturnType<typeof changeTrip>;

/** Changes the given fields of a trip. A new fare applies to later bookings only, so holds end. */
export const changeTrip =
  ({ clock, calendar, transact }: Needs) =>
  async (member: Member, id: TripId, given: TripChanges): Promise<OfficeTrip> =>
    transact(async (stores) => {
      const { plannedTrips, officeTrips, trail } = stores;
      await shareCompany(stores, member, 'MANAGER');
      const before = await plannedTrips.lock(id);
      if (before?.operatorId !== member.operatorId) throw noSuchTrip();
      const now = clock();
      if (Object.keys(given).length > 0) refuseChange(before, given, now);

      const after: PlannedTrip = { ...before, ...given, changedInOffice: true };
      const changes = changesOfTrip(before, after);
      if (Object.keys(changes).length > 0) {
        await plannedTrips.save([after]);
        if (after.fare !== before.fare) await tellNewFare(stores, after, now);
        const description = `Changed the trip on ${calendar.text(after.departsAt)}.`;
        const subject = { type: 'schedule', id } as const;
        await trail.add(memberEntry(member, { kind: 'TRIP_CHANGED', subject, changes, description }), now);
      }
      const trip = await officeTrips.find(id, now);
      if (!trip) throw noSuchTrip();
      return trip;
    });

/** Refuses faulty changes. Points that the trip already has are not checked again. */
function refuseChange(trip: PlannedTrip, given: TripChanges, now: Instant): void {
  const { boardingPoints = [], droppingPoints = [] } = given;
  refuseFaults(pointFaults({ boardingPoints, droppingPoints }, minutesBetween(trip.departsAt, trip.arrivesAt)));
  if (trip.status === 'CANCELLED') throw tripCancelled();
  if (hasDeparted(trip, now)) throw tripDeparted();
}

async function tellNewFare(stores: Stores, trip: PlannedTrip, now: Instant): Promise<void> {
  await endHolds(stores, [trip.id], now);
  await stores.events.record(tripChanged(trip, 'fare changed'), now);
}
