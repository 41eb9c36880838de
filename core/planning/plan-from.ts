import { type Calendar, dayAfter } from '../kernel/calendar.ts';
import type { OperatorId, TimetableId, TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Aligned, alignTrips } from './align-trips.ts';
import { catchUp } from './make-due-trips.ts';
import type { ShownTimetable, TimetableRepo } from './ports.ts';
import { fromNoDay, fromPast, timetableUnknown } from './refusals.ts';
import { type Timetable, type TimetablePlan, daysBetween, lastOf, progressOf } from './timetable.ts';
import type { PlanningStores, PlanningWorld } from './world.ts';

/* Common steps of changing a timetable and of ending it: both take effect from a given day on. */

/** A changed timetable, and what the change did to its trips. */
export interface ChangedTimetable {
  readonly timetable: ShownTimetable;
  /** The number of trips that were made, changed, cancelled or revived. */
  readonly changed: number;
  /** Later trips that differ from the timetable and stay unchanged. */
  readonly kept: readonly TripId[];
}

/** The first day that a change affects: the given day, or tomorrow if none is given. */
export function firstDay(given: string, today: string, calendar: Calendar): string {
  if (given === '') return dayAfter(today);
  if (!calendar.day(given)) throw fromNoDay();
  if (given < today) throw fromPast();
  return given;
}

/** Finds a timetable of the company and locks it until the transaction ends. */
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
 * Saves a new plan of a locked timetable, and changes its trips from the day `from` on to agree with the plan. First
 * makes the trips that were due by the previous plan. `movesOpening` also gives trips the opening of the sale.
 */
export async function planFrom(
  stores: PlanningStores,
  { world, by }: { readonly world: PlanningWorld; readonly by: UserId },
  present: Timetable,
  plan: TimetablePlan,
  from: string,
  { now, movesOpening = false }: { readonly now: Instant; readonly movesOpening?: boolean },
): Promise<Aligned> {
  const { calendar, timetableDays } = world;
  const { timetable: before } = await catchUp(stores, world, present, now);
  const after: Timetable = { ...before, ...plan };
  const today = calendar.date(now);
  const usual = lastOf(today, timetableDays);
  const reach = before.generatedUntil !== null && before.generatedUntil > usual ? before.generatedUntil : usual;
  const made = await stores.timetables.trips(after.id, from);
  const days = [...new Set([...daysBetween(from, reach), ...made.flatMap(({ timetable }) => timetable?.day ?? [])])];

  const aligned = await alignTrips(stores, { calendar, by, world, movesOpening }, after, days.sort(), now);
  const clashes = [...before.clashes.filter((day) => day < from), ...aligned.clashes];
  const lookedUntil = from <= reach ? reach : before.generatedUntil;
  await stores.timetables.save({ ...after, ...progressOf(after, lookedUntil, clashes, today) });
  return aligned;
}
