import type { Knex } from 'knex';
import { isPostgres } from '../../adapters/knex/engine/knex-client.ts';
import { at } from './released-clock.ts';
import { RELEASED_SALES } from './released-sales.ts';

/*
 * A small bus company in the schema of 0008-attempts-of-devices, the newest that was released before the back office:
 * rows in every table, which fit together as `npm run check` demands.
 */

type Rows = readonly Readonly<Record<string, string | number | boolean | null>>[];

const user = (id: number, role: string, full_name: string, more: object = {}) => ({
  id,
  role,
  full_name,
  email: `${full_name.toLowerCase().split(' ')[0]}@example.com`,
  phone: null,
  password_hash: '!none',
  email_verified: true,
  status: 'ACTIVE',
  failed_login_attempts: 0,
  account_locked_until: null,
  wrong_codes: 0,
  wrong_codes_since: null,
  last_login_at: at(-1),
  token_version: 2,
  avatar: null,
  avatar_color: '#15803d',
  created_at: at(-1_000),
  ...more,
});

const bus = (id: number, more: object = {}) => ({
  id,
  operator_id: 4,
  bus_name: `Deluxe ${id}`,
  registration_no: `BA ${id} KHA 1234`,
  bus_type: 'DELUXE',
  total_seats: 2,
  approval_status: 'APPROVED',
  status: 'ACTIVE',
  papers_complete: true,
  has_seat_map: true,
  seat_rows: 1,
  seat_cols: 2,
  deck_count: 1,
  active_seats: 2,
  ...more,
});

const trip = (id: number, hours: number, more: object = {}) => ({
  id,
  schedule_key: `trip-${id}`,
  route_id: 1,
  bus_id: 5,
  fare_paisa: 120_000,
  departure_time: at(hours),
  arrival_time: at(hours + 7),
  status: 'ACTIVE',
  places_taken: 0,
  ...more,
});

/** By table, in an order in which each row finds what it refers to. */
export const RELEASED_ROWS: Readonly<Record<string, Rows>> = {
  users: [
    user(1, 'ADMIN', 'Ravi Sharma'),
    user(2, 'PASSENGER', 'Asha Gurung', { phone: '9800000001' }),
    user(3, 'OPERATOR', 'Bina Rai', { phone: '9800000002' }),
    user(4, 'PASSENGER', 'Chandra Thapa', { status: 'SUSPENDED', avatar: 'picture.webp' }),
  ],
  user_role_access: [{ user_id: 4, role: 'OPERATOR' }],
  operators: [
    { id: 4, user_id: 3, company_name: 'Blue Sky Travels', rating_sum: 5, rating_count: 1, created_at: at(-900) },
    { id: 9, user_id: 4, company_name: 'Chandra Thapa', rating_sum: 0, rating_count: 0, created_at: at(-800) },
  ],
  login_otps: [
    {
      id: 1,
      user_id: 3,
      family: 'SIGN_IN',
      purpose: 'LOGIN',
      code_hash: 'abc',
      used: true,
      attempts: 1,
      created_at: at(-1),
      expires_at: at(-0.8),
    },
  ],
  trusted_devices: [
    {
      user_id: 3,
      device_id: 'browser',
      trusted_at: at(-1),
      expires_at: at(700),
      failed_login_attempts: 1,
      locked_until: null,
    },
  ],
  refresh_sessions: [
    {
      jti: 'session',
      family: 'family',
      user_id: 3,
      role: 'OPERATOR',
      issued_at: at(-1),
      expires_at: at(700),
      rotated_at: null,
      revoked_at: null,
    },
  ],
  used_once: [{ key: 'nonce', expires_at: at(1) }],
  login_log: [
    {
      id: 1,
      kind: 'SUCCESS',
      user_id: 3,
      email: 'bina@example.com',
      role: 'OPERATOR',
      message: 'Signed in.',
      ip: '203.0.113.7',
      user_agent: 'Firefox',
      at: at(-1),
    },
  ],
  cities: [
    { id: 1, city_name: 'Kathmandu', name_key: 'kathmandu' },
    { id: 2, city_name: 'Pokhara', name_key: 'pokhara' },
  ],
  routes: [{ id: 1, source_city_id: 1, destination_city_id: 2 }],
  buses: [
    bus(5),
    bus(6, { operator_id: 4, approval_status: 'PENDING', papers_complete: false }),
    bus(7, { has_seat_map: false, seat_rows: 0, seat_cols: 0, deck_count: 0, active_seats: 0, total_seats: 30 }),
  ],
  bus_documents: [5, 7].flatMap((bus_id) =>
    ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type, index) => ({
      id: bus_id * 10 + index,
      bus_id,
      type,
      status: 'VERIFIED',
    })),
  ),
  bus_seats: [
    ...[5, 6].flatMap((bus_id) =>
      ['A1', 'A2'].map((seat_number, index) => ({
        id: bus_id * 10 + index,
        bus_id,
        seat_number,
        deck: 1,
        row_number: 1,
        col_number: index + 1,
        seat_type: 'SEAT',
        is_active: true,
      })),
    ),
    // Was sold, and is no longer on the map.
    {
      id: 59,
      bus_id: 5,
      seat_number: 'B9',
      deck: 1,
      row_number: 9,
      col_number: 1,
      seat_type: 'SEAT',
      is_active: false,
    },
  ],
  schedules: [
    trip(1, 48),
    trip(2, -48),
    trip(3, 24, { bus_id: 6, status: 'CANCELLED' }),
    trip(4, 72, { bus_id: 7, places_taken: 2 }),
  ],
  seat_locks: [{ schedule_id: 1, seat_id: 51, locked_by: 2, expires_at: at(0.1) }],
  hold_runs: [{ user_id: 2, schedule_id: 1, seat_number: 'A2', held_since: at(0), held_until: at(0.1) }],
  ...RELEASED_SALES,
  outbox: [{ id: 1, event_id: 'event', topic: 'seats', payload: '{}', recorded_at: at(-1), sent_at: at(-1) }],
  mail_queue: [
    {
      id: 1,
      kind: 'BOOKING_CONFIRMED',
      booking_id: 1,
      attempts: 1,
      queued_at: at(-24),
      next_attempt_at: null,
      sent_at: at(-24),
    },
  ],
  idempotency_keys: [
    {
      user_id: 2,
      path: '/api/bookings',
      key: 'k',
      body_hash: 'h',
      created_at: at(-1),
      running_until: null,
      status: 201,
      content_type: 'application/json',
      body: '{}',
    },
  ],
  leases: [{ name: 'relay', holder: 'one', expires_at: at(-1) }],
};

/** Writes them into a database that has the schema they are of. */
export async function insertReleasedRows(db: Knex): Promise<void> {
  for (const [table, rows] of Object.entries(RELEASED_ROWS)) {
    await db(table).insert([...rows]);
    if (isPostgres(db) && rows[0] && 'id' in rows[0])
      await db.raw(`select setval(pg_get_serial_sequence(?, 'id'), (select max(id) from ??))`, [table, table]);
  }
}
