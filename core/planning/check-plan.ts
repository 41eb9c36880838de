import { WEEKDAYS } from '../kernel/calendar.ts';
import { farAheadFaults } from '../kernel/far-days.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { placedPoints, pointFaults, pointStopFaults } from '../trips/points.ts';
import { fareFaults, stopFaults } from '../trips/road-faults.ts';
import { changedRoad } from '../trips/sections.ts';
import type { City } from '../trips/city.ts';
import { MOST_YEARS_AHEAD, endFaults } from '../trips/planned-trips.ts';
import { openingFaults, type OpeningBounds } from '../trips/sale-opening.ts';
import { daysBetween, runsOn, type TimetablePlan } from './timetable.ts';

/** A timetable has a trip within these days, unless all of them are exceptions. */
const DAYS_WITH_A_TRIP = 400;

const FIELDS = {
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  durationMinutes: 'duration_minutes',
} as const;

/**
 * Throws if a timetable's plan contradicts itself or names an unknown city. For a change, reports only faults of the
 * `given` fields. `opening` are the faults of its opening of the sale.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function checkPlan(
  cities: readonly City[],
  today: string,
  plan: TimetablePlan,
  given: Partial<TimetablePlan> = plan,
  opening: readonly Fault[] = [],
): void {
  refuseFaults([
    ...endFaults(cities, plan, given),
    ...farAheadFaults(FIELDS.validFrom, given.validFrom, { today, years: MOST_YEARS_AHEAD }),
    ...daysFaults(plan, given),
    ...stopFaults(cities, plan, plan.durationMinutes, given),
    ...fareFaults(plan, given),
    ...pointsOrDuration(plan, given),
    ...opening,
  ]);
}

function daysFaults({ validFrom, validUntil }: TimetablePlan, given: Partial<TimetablePlan>): readonly Fault[] {
  if (given.validFrom === undefined && given.validUntil === undefined) return [];
  if (validUntil === null || validUntil >= validFrom) return [];
  return given.validUntil === undefined
    ? [{ field: FIELDS.validFrom, message: 'must not be after valid_until' }]
    : [{ field: FIELDS.validUntil, message: 'must not be before valid_from' }];
}

/**
 * Faults of the given boarding and dropping points. If only the duration is given, it must not be shorter than the
 * minutes of a point.
 */
function pointsOrDuration(plan: TimetablePlan, given: Partial<TimetablePlan>): readonly Fault[] {
  const faults = pointFaults(plan, plan.durationMinutes);
  const isGiven = ({ field }: Fault): boolean =>
    (field.startsWith('boarding') ? given.boardingPoints : given.droppingPoints) !== undefined;
  const told = [...faults.filter(isGiven), ...pointStopFaults(plan, plan)];
  return faults.every(isGiven)
    ? told
    : [...told, { field: FIELDS.durationMinutes, message: 'must not be less than the minutes of a point' }];
}

/** The plan after a change. Its stops, fares, boarding points and dropping points agree with each other. */
export function changedPlan<Plan extends TimetablePlan>(before: Plan, given: Partial<TimetablePlan>): Plan {
  const after = { ...before, ...inOrder(given), ...changedRoad(before, given) };
  return { ...after, ...placedPoints(after, after) };
}

/** The plan with its weekdays and dates sorted and without duplicates. */
const inOrder = <Plan extends Partial<TimetablePlan>>(plan: Plan): Plan => ({
  ...plan,
  ...(plan.days && { days: WEEKDAYS.filter((day) => plan.days?.includes(day)) }),
  ...(plan.exceptDates && { exceptDates: [...new Set(plan.exceptDates)].sort() }),
});

/**
 * Faults of the opening of the sale, which must precede the departure of the first trip that gets it: the timetable's
 * first trip from the day `from` on that has not left at `now`.
 */
export function openingFaultsOf(
  plan: TimetablePlan,
  from: string,
  bounds: Omit<OpeningBounds, 'departsAt'>,
): readonly Fault[] {
  const first = from > plan.validFrom ? from : plan.validFrom;
  const far = bounds.calendar.dateAfter(first, DAYS_WITH_A_TRIP);
  const last = plan.validUntil !== null && plan.validUntil < far ? plan.validUntil : far;
  const departures = daysBetween(first, last)
    .filter((day) => runsOn(plan, day))
    .flatMap((day) => bounds.calendar.at(day, plan.departs) ?? []);
  return openingFaults(plan.saleOpensAt, { ...bounds, departsAt: departures.find((at) => at > bounds.now) });
}
