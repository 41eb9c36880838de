import { dayAfter } from '../kernel/calendar.ts';
import type { TimetableId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { alignTrips } from './align-trips.ts';
import { type Timetable, daysBetween, lastOf, progressOf } from './timetable.ts';
import type { PlanningStores, PlanningWorld } from './world.ts';

/**
 * Makes trips of a locked timetable if it is due. Makes trips for days that no earlier run reached, up to the last day
 * planned ahead. Tries again for days on which the bus was on another trip. Returns the saved timetable, and the number
 * of trips that were made.
 */
export async function catchUp(
  stores: PlanningStores,
  world: Pick<PlanningWorld, 'calendar' | 'timetableDays' | 'draws' | 'doorTerms'>,
  timetable: Timetable,
  now: Instant,
): Promise<{ readonly timetable: Timetable; readonly made: number }> {
  const { calendar, timetableDays } = world;
  const today = calendar.date(now);
  const { generatedUntil, clashes, dueOn } = timetable;
  if (dueOn === null || dueOn > today) return { timetable, made: 0 };

  const last = lastOf(today, timetableDays);
  const isAhead = generatedUntil !== null && generatedUntil >= today;
  const unseen = daysBetween(isAhead ? dayAfter(generatedUntil) : today, last);
  const days = [...new Set([...clashes.filter((day) => day >= today), ...unseen])].sort();
  const aligned = await alignTrips(stores, { calendar, by: null, world }, timetable, days, now);
  const lookedUntil = isAhead && generatedUntil > last ? generatedUntil : last;
  const seen = { ...timetable, ...progressOf(timetable, lookedUntil, aligned.clashes, today) };
  await stores.timetables.save(seen);
  return { timetable: seen, made: aligned.changed };
}

const BATCH = 100;
/**
 * The number of timetables for which trips are made in parallel. On SQLite they share a commit, which waits for the
 * disk. On Postgres each takes a connection.
 */
const AT_ONCE = 4;

export type MakeDueTrips = ReturnType<typeof makeDueTrips>;

/**
 * Makes trips of every timetable that is due. Returns the number of trips. Safe to run in every process at once: each
 * timetable is due once a day.
 */
export const makeDueTrips =
  (world: PlanningWorld) =>
  async (batch = BATCH): Promise<number> => {
    const { clock, calendar, timetableViews, transact } = world;
    const makeOf = (id: TimetableId): Promise<number> =>
      transact(async (stores) => {
        const timetable = await stores.timetables.lock(id);
        return timetable ? (await catchUp(stores, world, timetable, clock())).made : 0;
      });

    let made = 0;
    const failures: unknown[] = [];
    for (let found = batch; found === batch && failures.length === 0;) {
      const due = await timetableViews.due(calendar.date(clock()), batch);
      for (let start = 0; start < due.length; start += AT_ONCE) {
        const endings = await Promise.allSettled(due.slice(start, start + AT_ONCE).map(makeOf));
        // The failure of one timetable does not stop the others.
        for (const ending of endings)
          if (ending.status === 'fulfilled') made += ending.value;
          else failures.push(ending.reason);
      }
      found = due.length;
    }
    if (failures.length > 0) throw failures[0];
    return made;
  };
