import { toRupees } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';
import { type Changes, changesBetween } from '../platform/trail.ts';
import { loggedPoint } from '../trips/points.ts';
import { loggedFare, loggedStop } from '../trips/logged-road.ts';
import type { ShownTimetable } from './ports.ts';
import type { TimetablePlan } from './timetable.ts';

/* A timetable's values in the activity log, under the API's field names. */

/** The changes of a timetable for the activity log. A new timetable is logged with all its values. */
export const changesOfTimetable = (before: TimetablePlan | undefined, after: TimetablePlan): Changes =>
  changesBetween(before ? toldOf(before) : {}, toldOf(after));

const toldOf = (plan: TimetablePlan): Readonly<Record<string, JsonValue>> => ({
  source_city_id: plan.sourceCityId,
  destination_city_id: plan.destinationCityId,
  bus_id: plan.busId,
  fare: toRupees(plan.fare),
  departs: plan.departs,
  duration_minutes: plan.durationMinutes,
  days: plan.days,
  valid_from: plan.validFrom,
  valid_until: plan.validUntil,
  except_dates: plan.exceptDates,
  stops: plan.stops.map(loggedStop),
  fares: plan.fares.map(loggedFare),
  boarding_points: plan.boardingPoints.map(loggedPoint),
  dropping_points: plan.droppingPoints.map(loggedPoint),
  sale_opens_at: plan.saleOpensAt && toIso(plan.saleOpensAt),
});

/** The name that people use for a timetable: `Kathmandu – Pokhara at 07:00`. */
export const nameOf = ({ source, destination, departs }: ShownTimetable): string =>
  `${source.name} – ${destination.name} at ${departs}`;

/** A sentence that names the number of affected trips; empty if no trip is affected. */
export const tripsTold = (action: string, count: number): string => (count === 0 ? '' : ` Trips ${action}: ${count}.`);
