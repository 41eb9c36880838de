import { type Calendar, dayAfter } from '../kernel/calendar.ts';
import type { OperatorId, TimetableId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Aligned, type AlignStores, alignTrips } from './align-trips.ts';
import { catchUp } from './make-due-trips.ts';
import type { ShownTimetable, TimetableRepo } from './ports.ts';
import { fromNoDay, fromPast, timetableUnknown } from './refusals.ts';
import { type Timetable, type TimetablePlan, daysBetween, lastOf, progressOf } from './timetable.ts';

/* What changing and ending a timetable have in common: both hold from a day on. */

/** What a change of a timetable did to its trips. */
export interface ChangedTimetable {
  readonly timetable: ShownTimetable;
  /** How many trips were made, changed, cancelled or revived. */
  readonly changed: number;
  /** The later trips that were left alone. */
  readonly kept: readonly TripId[];
}

/** The first day that a change is about: the given one, or else tomorrow. */
export function firstDay(given: string, today: string, calendar: Pick<Calendar, 'day'>): string {
  if (given === '') return dayAfter(today);
  if (!calendar.day(given)) throw fromNoDay();
  if (given < today) throw fromPast();
  return given;
}

/** A timetable of the company, which nobody else changes until the transaction ends. */
export async function lockOwn(
  { timetables }: { readonly timetables: TimetableRepo },
  operator: OperatorId,
  id: TimetableId,
): Promise<Timetable> {
  const timetable = await timetables.lock(id);
  if (timetable?.operatorId !== operator) throw timetableUnknown();
  return timetable;
}

/**
 * Writes another plan for a locked timetable, and brings the trips from a day on in line with it. Those that were due
 * by the plan that it had are made before.
 */
export async function planFrom(
  stores: AlignStores,
  needs: { readonly calendar: Calendar; readonly timetableDays: number },
  present: Timetable,
  plan: TimetablePlan,
  from: string,
  now: Instant,
): Promise<Aligned> {
  const { timetable: before } = await catchUp(stores, needs, present, now);
  const after: Timetable = { ...before, ...plan };
  const today = needs.calendar.date(now);
  const usual = lastOf(today, needs.timetableDays);
  const reach = before.generatedUntil !== null && before.generatedUntil > usual ? before.generatedUntil : usual;
  const made = await stores.timetables.trips(after.id, from);
  const days = [...new Set([...daysBetween(from, reach), ...made.flatMap(({ timetable }) => timetable?.day ?? [])])];

  const aligned = await alignTrips(stores, needs.calendar, after, days.sort(), now);
  const clashes = [...before.clashes.filter((day) => day < from), ...aligned.clashes];
  const lookedUntil = from <= reach ? reach : before.generatedUntil;
  await stores.timetables.save({ ...after, ...progressOf(after, lookedUntil, clashes, today) });
  return aligned;
}
