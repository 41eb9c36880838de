import { setTimeout as pause } from 'node:timers/promises';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { storeNeeds } from '../app/storage.ts';
import { runAudit } from '../core/audit/run-audit.ts';
import { expireBookings } from '../core/bookings/expire-bookings.ts';
import type { Member } from '../core/companies/member.ts';
import { cancelUnsold } from '../core/changes/cancel-unsold.ts';
import { pageOpener } from '../core/payments/open-page.ts';
import { sellAtCounter } from '../core/counter/sell-at-counter.ts';
import { cancelTrip } from '../core/changes/cancel-trip.ts';
import { swapBus } from '../core/changes/swap-bus.ts';
import type { BusId, SeatNumber, TripId } from '../core/kernel/ids.ts';
import type { OfficeBooking } from '../core/payments/office-booking.ts';
import { basisPoints } from '../core/kernel/money.ts';
import type { Instant } from '../core/kernel/time.ts';
import type { Bed } from './bed.ts';
import type { Bench } from './bench.ts';
import { SCANS, scanFullBus } from './scan-full-bus.ts';
import { atMost } from './table.ts';
import { aWorld } from '../test/support/world.ts';

/**
 * The number of bookings on the bus: one for each seat of the largest seat map. Every booking has a different
 * passenger, who gets mails.
 */
const BOOKINGS = 120;
/** The most milliseconds that somebody in the office should wait. */
const MOST = { scan: 150, swap: 300, cancel: 500 };
const TRIPS = 5;

const WHY = { reason: 'BREAKDOWN', note: 'We are sorry.', isDryRun: false } as const;

/**
 * Measures how long it takes to board a full bus, to replace the bus, and to cancel the trip. The best of several trips
 * counts.
 */
export async function measureDisruptions(bench: Bench, { database: name, url }: Bed): Promise<void> {
  const database = connectDatabase(url, { unhurried: true });
  const { scan, swap, cancel, broken } = await fastest(bench, database).finally(() => database.close());
  for (const [what, took, most] of [
    [`${SCANS} scans in one request`, scan, MOST.scan],
    [`swap a bus of ${BOOKINGS} bookings`, swap, MOST.swap],
    [`cancel a trip of ${BOOKINGS} bookings`, cancel, MOST.cancel],
  ] as const) {
    const note = broken.length === 0 ? 'check clean' : 'check found BROKEN INVARIANTS';
    bench.lines.push({ database: name, name: what, aims: [atMost('at best', took, most, { unit: ' ms' })], note });
    bench.say(`  ${what}: ${Math.round(took)} ms`);
  }
  if (broken.length === 0) return;
  bench.broken = true;
  bench.say(broken.slice(0, 5).join('\n'));
}

interface Fastest {
  readonly scan: number;
  readonly swap: number;
  readonly cancel: number;
  readonly broken: readonly string[];
}

async function fastest(bench: Bench, database: Database): Promise<Fastest> {
  const { member, other, trips } = await fullBus(database, bench.tiny ? 1 : TRIPS);
  const needs = needsOf(database);
  const [sell, swap, cancel] = [sellAtCounter(needs), swapBus(needs), cancelTrip(needs)];
  const took = { scan: Infinity, swap: Infinity, cancel: Infinity };
  for (const trip of trips) {
    const sold: OfficeBooking[] = [];
    for (let seat = 0; seat < BOOKINGS; seat += 1)
      sold.push(
        await sell(member, trip, {
          seatNumbers: [`A${seat}` as SeatNumber],
          seats: 0,
          passengers: [],
          paidBy: 'QR',
          reference: null,
          contact: { name: `Passenger ${seat}`, phone: '9812345678', email: `passenger${seat}@example.com` },
        }),
      );
    const { departsAt } = sold[0]?.trip ?? { departsAt: needs.clock() };
    took.scan = Math.min(took.scan, await scanFullBus(database, member.operatorId, { id: trip, departsAt }, sold));
    const began = performance.now();
    const { moved } = await swap(member, trip, { ...WHY, busId: other, assignments: [] });
    const swapped = performance.now();
    const { bookings } = await cancel(member, trip, WHY);
    took.swap = Math.min(took.swap, swapped - began);
    took.cancel = Math.min(took.cancel, performance.now() - swapped);
    if (moved.length !== BOOKINGS || bookings !== BOOKINGS) bench.broken = true;
  }
  const { findings } = await runAudit(needs)();
  // Nothing publishes events here, so the check is expected to report unpublished events.
  const broken = findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD');
  return { ...took, broken: broken.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`) };
}

function needsOf(database: Database) {
  const needs = {
    ...aWorld,
    clock: () => Date.now() as Instant,
    transact: knexTransact(database, storeNeeds()),
    ...knexViews(database.read),
    counterCommissionRate: basisPoints(0),
    writeCalendarEntry: () => '',
    pause,
  };
  return {
    ...needs,
    expireBookings: expireBookings(needs),
    pages: pageOpener(needs),
    cancelUnsold: cancelUnsold(needs),
  };
}

interface FullBus {
  readonly member: Member;
  readonly other: BusId;
  /** Trips of a bus whose seat numbers differ from those of the bus `other`. */
  readonly trips: readonly TripId[];
}

/** Makes two large buses for the first bus's company. One of the two gets trips on days without departures. */
async function fullBus(database: Database, count: number): Promise<FullBus> {
  const { read } = database;
  const departsAt = Date.now() + 86_400_000;
  await database.transaction(async (sql) => {
    await sql.changes`
      insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, created_at, bus_type, total_seats,
        approval_status, status, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
      select operator_id, 'Full', 'FULL ' || deck, 'full' || deck, 'full', 0, bus_type, ${BOOKINGS}, approval_status, status, true, 40, 3, 1, ${BOOKINGS}
      from buses cross join (select 'A' as deck union all select 'B') as decks where id = 1`;
    await sql.changes`
      insert into bus_documents (bus_id, type, status, uploaded_at, listed_as)
      select buses.id, type, bus_documents.status, 0, 1 from bus_documents cross join buses where bus_id = 1 and bus_name = 'Full'`;
    await sql.changes`
      with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${BOOKINGS - 1} as integer))
      insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active)
      select id, substr(registration_no, 6) || i, 1, 1 + i / 3, 1 + i % 3, 'STANDARD', true from buses cross join n where bus_name = 'Full'`;
    await sql.changes`
      with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${count - 1} as integer)),
        days as (select i, cast(${departsAt} as bigint) + 86400000 * i as departs from n)
      insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status, papers_ok)
      select 'full-' || i, 1, id, operator_id, 120000, departs, departs + 25200000, 'ACTIVE', true
      from buses cross join days where registration_key = 'fullA'`;
  });
  const [member] = await read.rows<{ user_id: Member['userId']; operator_id: Member['operatorId']; bus_id: BusId }>`
    select staff.user_id, staff.operator_id, buses.id as bus_id from staff join buses on buses.operator_id = staff.operator_id
    where registration_key = 'fullB'`;
  const trips = await read.rows<{ id: TripId }>`select id from schedules where schedule_key like 'full-%' order by id`;
  if (!member) throw new Error('The company has nobody.');
  return {
    member: { userId: member.user_id, operatorId: member.operator_id },
    other: member.bus_id,
    trips: trips.map(({ id }) => id),
  };
}
