import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { TripId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import type { CrewMember } from '../trips/crew.ts';
import { noSuchTrip, tripCancelled } from '../trips/refusals.ts';
import type { PlanningWorld } from './world.ts';

export type SetCrew = ReturnType<typeof setCrew>;

/**
 * Replaces the crew of a trip: its drivers and conductors. Returns the new crew. The trip does not count as changed by
 * a person, so its timetable can still change it.
 *
 * @throws Refusal TRIP_UNKNOWN, TRIP_CANCELLED
 */
export const setCrew =
  ({ clock, calendar, transact }: PlanningWorld) =>
  (member: Member, id: TripId, crew: readonly CrewMember[]): Promise<readonly CrewMember[]> =>
    transact(async (stores) => {
      await shareCompany(stores, member, 'MANAGER');
      const trip = await stores.plannedTrips.lock(id);
      if (trip?.operatorId !== member.operatorId) throw noSuchTrip();
      if (trip.status === 'CANCELLED') throw tripCancelled();
      const changes = changesBetween({ crew: trip.crew.map(logged) }, { crew: crew.map(logged) });
      if (Object.keys(changes).length === 0) return crew;
      await stores.tripCrews.put(id, crew);
      const description = `Set the crew of the trip on ${calendar.text(trip.departsAt)}.`;
      const subject = { type: 'schedule', id } as const;
      await stores.trail.add(memberEntry(member, { kind: 'TRIP_CHANGED', subject, changes, description }), clock());
      return crew;
    });

const logged = ({ role, name, phone }: CrewMember) => ({ role, name, phone });
