import { setTimeout as pause } from 'node:timers/promises';
import { keyedMutex } from '../adapters/crypto/keyed-mutex.ts';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { storeNeeds } from '../app/storage.ts';
import { expireBookings } from '../core/bookings/expire-bookings.ts';
import type { Member } from '../core/companies/member.ts';
import { cancelUnsold } from '../core/changes/cancel-unsold.ts';
import { pageOpener } from '../core/payments/open-page.ts';
import { sellAtCounter } from '../core/counter/sell-at-counter.ts';
import { wholeList } from '../core/kernel/page.ts';
import type { TripId } from '../core/kernel/ids.ts';
import { basisPoints } from '../core/kernel/money.ts';
import type { Instant } from '../core/kernel/time.ts';
import { makeStatement } from '../core/ledger/make-statement.ts';
import type { Bed } from './bed.ts';
import type { Bench } from './bench.ts';
import { atMost } from './table.ts';
import { aWorld } from '../test/support/world.ts';

/** The sales of a large company in a month. A sale becomes a line of the statement. */
const SALES = 10_000;
/** The most milliseconds that an administrator should wait. */
const MOST = 2_000;
/** The number of trips on which seats are sold. Sales of the same trip wait for each other. */
const TRIPS = 20;

/** Measures how long it takes to make a statement of a month's sales. */
export async function measureStatements(bench: Bench, { database: name, url }: Bed): Promise<void> {
  const database = connectDatabase(url, { unhurried: true });
  const sales = bench.tiny ? TRIPS : SALES;
  const took = await stateSales(database, sales).finally(() => database.close());
  const what = `a statement of ${sales.toLocaleString('en')} lines`;
  bench.lines.push({ database: name, name: what, aims: [atMost('made in', took, MOST, { unit: ' ms' })] });
  bench.say(`  ${what}: ${Math.round(took)} ms`);
}

async function stateSales(database: Database, sales: number): Promise<number> {
  const needs = {
    ...aWorld,
    clock: () => Date.now() as Instant,
    transact: knexTransact(database, storeNeeds()),
    mutex: keyedMutex(),
    ...knexViews(database.read),
    counterCommissionRate: basisPoints(0),
    pause,
  };
  const sell = sellAtCounter({
    ...needs,
    expireBookings: expireBookings(needs),
    pages: pageOpener(needs),
    cancelUnsold: cancelUnsold(needs),
  });
  const { member, trips } = await busesUnderWay(database);
  await Promise.all(
    trips.map(async (trip) => {
      for (let sold = 0; sold < sales / TRIPS; sold += 1)
        await sell(member, trip, {
          seatNumbers: [],
          seats: 1,
          passengers: [],
          paidBy: 'QR',
          reference: null,
          contact: { name: `Passenger ${sold}`, phone: '9812345678', email: null },
        });
    }),
  );

  const [admin] = await database.read.rows<{ id: Member['userId'] }>`select id from users order by id limit 1`;
  const began = performance.now();
  const { operatorId } = member;
  const until = needs.calendar.date(needs.clock());
  const { id } = await makeStatement(needs)(admin?.id ?? member.userId, { operatorId, until });
  const took = performance.now() - began;
  const lines = await wholeList((page) => needs.statementViews.lines(id, page));
  if (lines.length < sales) throw new Error(`The statement has ${lines.length} lines.`);
  return took;
}

/**
 * Makes trips of one company that left an hour ago. Sales on these trips are earned at once. The buses have no seat
 * map.
 */
async function busesUnderWay(database: Database): Promise<{ member: Member; trips: readonly TripId[] }> {
  const left = Date.now() - 3_600_000;
  await database.transaction(async (sql) => {
    await sql.changes`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${TRIPS} as integer))
      insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, created_at, bus_type, total_seats,
        approval_status, status, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
      select operator_id, 'Under way', 'WAY ' || i, 'way' || i, 'under way', 0, bus_type, ${SALES / TRIPS}, approval_status, status,
        false, 0, 0, 1, 0
      from buses cross join n where id = 1`;
    await sql.changes`
      insert into bus_documents (bus_id, type, status, uploaded_at, listed_as)
      select buses.id, type, bus_documents.status, 0, 1
      from bus_documents cross join buses where bus_id = 1 and bus_name = 'Under way'`;
    await sql.changes`
      insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status, papers_ok)
      select registration_key, 1, id, operator_id, 133335, cast(${left} as bigint), cast(${left} as bigint) + 86400000, 'ACTIVE', true
      from buses where bus_name = 'Under way'`;
  });
  const trips = await database.read.rows<{ id: TripId }>`
    select schedules.id from schedules join buses on buses.id = bus_id where bus_name = 'Under way' order by schedules.id`;
  const [member] = await database.read.rows<{ user_id: Member['userId']; operator_id: Member['operatorId'] }>`
    select staff.user_id, staff.operator_id from staff join buses on buses.operator_id = staff.operator_id where buses.id = 1`;
  if (!member) throw new Error('The company has nobody.');
  return {
    member: { userId: member.user_id, operatorId: member.operator_id },
    trips: trips.map(({ id }) => id),
  };
}
