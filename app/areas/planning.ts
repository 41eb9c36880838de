import { operatorCrewRoutes } from '../../adapters/http/planning/operator-crew-routes.ts';
import { timetableRoutes } from '../../adapters/http/planning/operator-timetables-routes.ts';
import { operatorTripRoutes } from '../../adapters/http/planning/operator-trips-routes.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { addTimetable } from '../../core/planning/add-timetable.ts';
import { addTrip } from '../../core/planning/add-trip.ts';
import { changeTimetable } from '../../core/planning/change-timetable.ts';
import { changeTrip } from '../../core/planning/change-trip.ts';
import { endTimetable } from '../../core/planning/end-timetable.ts';
import { listOwnTrips } from '../../core/planning/list-own-trips.ts';
import { setCrew } from '../../core/planning/set-crew.ts';
import { makeDueTrips } from '../../core/planning/make-due-trips.ts';
import { viewTimetable } from '../../core/planning/view-timetables.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';
import type { TripsUseCases } from './trips.ts';

export function planningUseCases(dependencies: Dependencies) {
  const expiring = { ...dependencies, expireBookings: expireBookings(dependencies) };
  return {
    listOwnTrips: listOwnTrips(dependencies),
    addTrip: addTrip(dependencies),
    changeTrip: changeTrip(dependencies),
    setCrew: setCrew(dependencies),
    viewTimetable: viewTimetable(expiring),
    addTimetable: addTimetable(expiring),
    changeTimetable: changeTimetable(expiring),
    endTimetable: endTimetable(expiring),
    makeDueTrips: makeDueTrips(expiring),
  };
}

export type PlanningUseCases = ReturnType<typeof planningUseCases>;

export const planningRoutes = (useCases: PlanningUseCases & TripsUseCases, dependencies: Dependencies) => [
  ...operatorTripRoutes({ ...useCases, ...dependencies }),
  ...operatorCrewRoutes(useCases),
  ...timetableRoutes({ ...useCases, ...dependencies }),
];

export const planningJobs = (useCases: PlanningUseCases): readonly Job[] => [
  { name: 'make trips of timetables', pattern: EVERY_TEN_MINUTES, run: () => useCases.makeDueTrips() },
];
