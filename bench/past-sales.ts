import type { Database } from '../adapters/knex/engine/database.ts';
import { fragment } from '../adapters/knex/engine/sql.ts';

const SEATS_SOLD = 10;
const [HOUR, DAY] = [3_600_000, 86_400_000];
/** The age of the oldest trip, in milliseconds. */
const SINCE = 60 * DAY;

const numbers = (count: number) =>
  fragment`with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${count - 1} as integer))`;

/** The passengers who made the past journeys. A name is `name` followed by a number from 0 to `count` − 1. */
interface Owners {
  readonly name: string;
  readonly count: number;
}

const ANYBODY: Owners = { name: 'bench', count: 1 };

/**
 * Adds journeys of the last two months to a generated catalogue. The journeys have seats, payments and ledger rows, as
 * if the service had sold them. The database makes the rows itself, with statements that work on SQLite and Postgres.
 */
export async function addPastSales(database: Database, bookings: number, owners: Owners = ANYBODY): Promise<void> {
  const { name, count } = owners;
  const isPast = fragment`schedule_key like ${`past-${name}-%`}`;
  const trips = Math.ceil(bookings / SEATS_SOLD);
  const first = Date.now() - SINCE;
  const apart = Math.floor((SINCE - DAY) / trips);
  await database.transaction(async (sql) => {
    await sql.changes`
      ${numbers(trips)}
      insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status, papers_ok)
      select ${`past-${name}-`} || i, 1, buses.id, buses.operator_id, 120005, ${first} + ${apart} * cast(i as bigint),
        ${first} + ${apart} * cast(i as bigint) + ${7 * HOUR}, 'ACTIVE', true
      from n join buses on buses.bus_name = 'Bus ' || (i % 400)`;
    await sql.changes`
      ${numbers(SEATS_SOLD)}
      insert into bookings (booking_code, user_id, schedule_id, operator_id, seats_count, total_amount_paisa, commission_rate_bp,
        commission_amount_paisa, operator_earning_paisa, booking_status, payment_deadline, booked_at, earned_at)
      select 'P' || schedules.id || '-' || (i + 1), users.id, schedules.id, schedules.operator_id, 1, 120005, 750,
        9000, 111005, 'COMPLETED', departure_time - ${DAY}, departure_time - ${DAY}, departure_time
      from schedules cross join n join users on users.email = ${name} || cast((schedules.id * ${SEATS_SOLD} + i) % ${count} as integer) || '@example.com'
      where ${isPast} limit ${bookings}`;
    await sql.changes`
      insert into booking_seats (booking_id, schedule_id, seat_id, passenger_name, boarding_point, dropping_point, active)
      select bookings.id, schedules.id, bus_seats.id, '', '', '', true
      from bookings join schedules on schedules.id = bookings.schedule_id
        join bus_seats on bus_seats.bus_id = schedules.bus_id
          and bus_seats.seat_number = 'S' || substr(booking_code, length('P' || schedules.id || '-') + 1)
      where ${isPast}`;
    await sql.changes`
      insert into payments (booking_id, gateway, transaction_uuid, amount_paisa, status, created_at, updated_at, paid_at)
      select bookings.id, 'ESEWA', booking_code, total_amount_paisa, 'COMPLETE', booked_at, booked_at, booked_at
      from bookings join schedules on schedules.id = bookings.schedule_id where ${isPast}`;
    await sql.changes`
      insert into feed_events (event_id, owner_kind, owner_id, type, booking_id, body, at, place)
      select 'evt_' || booking_code, 'PLATFORM', 0, 'booking.confirmed', bookings.id, '{}', booked_at, bookings.id
      from bookings join schedules on schedules.id = bookings.schedule_id where ${isPast}`;
    await sql.changes`update feed_position set last_place = (select coalesce(max(place), 0) from feed_events)`;
    for (const [kind, debit, credit, amount, at] of [
      ['PAYMENT', 'GATEWAY', 'UNEARNED', fragment`total_amount_paisa`, fragment`booked_at`],
      ['EARNED', 'UNEARNED', 'OPERATOR', fragment`operator_earning_paisa`, fragment`earned_at`],
      ['EARNED', 'UNEARNED', 'COMMISSION', fragment`commission_amount_paisa`, fragment`earned_at`],
    ] as const) {
      const isPayment = kind === 'PAYMENT';
      await sql.changes`
        insert into ledger_entries (at, kind, debit, credit, amount_paisa, booking_id, operator_id, payment_id, gateway)
        select ${at}, ${kind}, ${debit}, ${credit}, ${amount}, bookings.id, bookings.operator_id,
          ${isPayment ? fragment`payments.id` : fragment`null`}, ${isPayment ? fragment`payments.gateway` : fragment`null`}
        from bookings join schedules on schedules.id = bookings.schedule_id join payments on payments.booking_id = bookings.id
        where ${isPast} order by bookings.id`;
    }
  });
  await database.knex.raw('analyze');
}
