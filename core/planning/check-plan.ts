import { WEEKDAYS } from '../kernel/calendar.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { pointFaults } from '../trips/points.ts';
import type { City } from '../trips/city.ts';
import { endFaults } from '../trips/planned-trips.ts';
import type { TimetablePlan } from './timetable.ts';

const FIELDS = {
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  durationMinutes: 'duration_minutes',
} as const;

/**
 * Refuses a plan that contradicts itself or names an unknown city. For an existing plan, only faults of the `given`
 * fields are reported.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function checkPlan(cities: readonly City[], plan: TimetablePlan, given: Partial<TimetablePlan> = plan): void {
  refuseFaults([...endFaults(cities, plan, given), ...daysFaults(plan, given), ...pointsOrDuration(plan, given)]);
}

function daysFaults({ validFrom, validUntil }: TimetablePlan, given: Partial<TimetablePlan>): readonly Fault[] {
  if (given.validFrom === undefined && given.validUntil === undefined) return [];
  if (validUntil === null || validUntil >= validFrom) return [];
  return given.validUntil === undefined
    ? [{ field: FIELDS.validFrom, message: 'must not be after valid_until' }]
    : [{ field: FIELDS.validUntil, message: 'must not be before valid_from' }];
}

/**
 * The trip's points, or its duration, if the change gives one of these. Old points are checked again only against a new
 * duration.
 */
function pointsOrDuration(plan: TimetablePlan, given: Partial<TimetablePlan>): readonly Fault[] {
  const faults = pointFaults(plan, plan.durationMinutes);
  const isGiven = ({ field }: Fault): boolean =>
    (field.startsWith('boarding') ? given.boardingPoints : given.droppingPoints) !== undefined;
  const told = faults.filter(isGiven);
  return told.length < faults.length
    ? [...told, { field: FIELDS.durationMinutes, message: 'must not be less than the minutes of a point' }]
    : told;
}

/** The plan with its weekdays and dates sorted and without duplicates. */
export const inOrder = <Plan extends Partial<TimetablePlan>>(plan: Plan): Plan => ({
  ...plan,
  ...(plan.days && { days: WEEKDAYS.filter((day) => plan.days?.includes(day)) }),
  ...(plan.exceptDates && { exceptDates: [...new Set(plan.exceptDates)].sort() }),
});
