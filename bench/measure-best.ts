import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import type { TripId } from '../core/kernel/ids.ts';
import { type Bed, PORT } from './bed.ts';
import { type Bench, median } from './bench.ts';
import { numbers } from './generate.ts';
import { startServer } from './server.ts';
import { below } from './stages.ts';
import { atMost } from './table.ts';

const SEATS = 120;
const TRIPS = 20;
/** The number of holds of each kind. */
const HOLDS = 400;
/** How many times the median of a hold of named seats a hold of best seats may take. */
const MOST = 2;

/** Compares holds of seats that the service chooses with holds of seats that passengers name, on buses of 120 seats. */
export async function measureBest(bench: Bench, { database: name, url, passengers }: Bed): Promise<void> {
  const database = connectDatabase(url, { unhurried: true });
  const trips = await bigBuses(database).finally(() => database.close());
  const server = await startServer(PORT, { DATABASE_URL: url });
  let failed = 0;
  const hold = async (index: number, trip: TripId, body: object): Promise<number> => {
    const began = performance.now();
    const response = await fetch(`${server.url}/api/trips/${trip}/seats/lock`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${passengers[index % passengers.length]?.access}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    await response.text();
    if (!response.ok) failed += 1;
    return performance.now() - began;
  };

  const [named, best]: [number[], number[]] = [[], []];
  for (let index = 0; index < (bench.tiny ? 5 : HOLDS); index += 1) {
    const trip = trips[index % trips.length] ?? (0 as TripId);
    const first = 1 + 2 * below(SEATS / 2);
    // Both kinds take turns, because the speed of a shared machine varies.
    named.push(await hold(index, trip, { seat_numbers: [`S${first}`, `S${first + 1}`] }));
    best.push(await hold(index, trip, { best: 2, together: true, like: 'WINDOW' }));
  }
  await server.stop();
  const ratio = median(best) / median(named);
  const what = 'hold the 2 best of 120 seats';
  bench.lines.push({
    database: name,
    name: what,
    p50: median(best),
    failed,
    aims: bench.tiny ? [] : [atMost('median / named seats', ratio, MOST, { decimals: 2 })],
    note: `named seats: ${median(named).toFixed(1)} ms`,
  });
  bench.say(`  ${what}: ${ratio.toFixed(2)} of the time for named seats`);
  if (failed > 0) bench.broken = true;
}

/** Adds buses with 120 seats, five in a row with an aisle, and a trip of each in some days. */
async function bigBuses(database: Database): Promise<readonly TripId[]> {
  await database.transaction(async (sql) => {
    await sql.changes`
      ${numbers(TRIPS)}
      insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, created_at, bus_type, total_seats,
        approval_status, status, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
      select operator_id, 'Big', 'BIG ' || i, 'big' || i, 'big', 0, bus_type, ${SEATS}, approval_status, status,
        true, 24, 6, 1, ${SEATS}
      from buses cross join n where id = 1`;
    await sql.changes`
      insert into bus_documents (bus_id, type, status, uploaded_at, listed_as)
      select buses.id, type, bus_documents.status, 0, 1
      from bus_documents cross join buses where bus_id = 1 and bus_name = 'Big'`;
    await sql.changes`
      ${numbers(SEATS)}
      insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active)
      select buses.id, 'S' || (i + 1), 1, 1 + i / 5, case when i % 5 < 2 then 1 + i % 5 else 2 + i % 5 end, 'STANDARD', true
      from buses cross join n where bus_name = 'Big'`;
    await sql.changes`
      insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status, papers_ok)
      select registration_key, 1, buses.id, buses.operator_id, 100000, at.departs, at.departs + 25200000, 'ACTIVE', true
      from buses cross join (select max(departure_time) + 86400000 as departs from schedules) as at
      where bus_name = 'Big'`;
  });
  const rows = await database.read.rows<{ id: TripId }>`
    select schedules.id from schedules join buses on buses.id = bus_id where bus_name = 'Big' order by schedules.id`;
  return rows.map(({ id }) => id);
}
