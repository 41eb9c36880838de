import { join } from 'node:path';
import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { storeNeeds } from '../app/storage.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { Instant } from '../core/kernel/time.ts';
import { makeDueTrips } from '../core/planning/make-due-trips.ts';
import type { Bench } from './bench.ts';
import { generate } from './generate.ts';
import { atLeast } from './table.ts';
import { aWorld } from '../test/support/world.ts';

/** The number of days for which each timetable has trips. The service has the same default. */
const DAYS = 60;
const TRIPS = 10_000;
const LEAST = 5_000;

/** Measures how fast the job makes trips from timetables. Every timetable has its own bus, which has no other trips. */
export async function measureTimetables(bench: Bench, folder: string): Promise<void> {
  const count = Math.ceil((bench.tiny ? 2 * DAYS : TRIPS) / DAYS);
  const database = connectDatabase(`sqlite:${join(folder, 'timetables.sqlite')}`, { unhurried: true });
  await migrate(database.knex);
  // SQLite plans queries by the statistics of a filled table, so trips are made and analysed first. These trips are
  // then deleted, so that the buses are free.
  await generate(database, count * DAYS, Date.now());
  await database.knex('schedules').delete();
  await database.transaction(
    (sql) => sql.changes`
      insert into timetables (operator_id, route_id, bus_id, fare_paisa, departs, duration_minutes, days, valid_from,
        except_dates, boarding_points, dropping_points, clashes, due_on, created_at)
      select operator_id, 1, id, 120000, '07:00', 420, '["MON","TUE","WED","THU","FRI","SAT","SUN"]', '2000-01-01',
        '[]', '[["Kalanki", 15]]', '[]', '[]', '2000-01-01', 0
      from buses where id > 1 order by id limit ${count}`,
  );
  const calendar = calendarOf('Asia/Kathmandu');
  // Sets the clock to midnight, before the first departure of the day.
  const now = calendar.at(calendar.date(Date.now() as Instant), '00:00') as Instant;
  const make = makeDueTrips({
    ...aWorld,
    calendar,
    timetableDays: DAYS,
    clock: () => now,
    transact: knexTransact(database, storeNeeds()),
    timetableViews: knexViews(database.read).timetableViews,
  });
  const started = performance.now();
  const made = await make();
  const rate = (made / (performance.now() - started)) * 1_000;
  await database.close();

  const name = `generate ${made.toLocaleString('en')} trips from timetables`;
  bench.lines.push({ database: 'SQLite', name, rate, aims: [atLeast('a second', rate, LEAST)] });
  bench.say(`  ${name}: ${Math.round(rate).toLocaleString('en')} a second`);
  if (made !== count * DAYS) bench.broken = true;
}
