/**
 * SQL that fills both databases with the rows of years of business. Row n of a table belongs to row n of the other
 * tables.
 */

import type { Filling } from './filling.ts';
import { agentRows, agentSaleColumns, agentStatementRows, ofAgent } from './large-database-agents.ts';
import { blockRows } from './large-database-blocks.ts';
import { boardingRows } from './large-database-boarding.ts';
import { changeRows } from './large-database-changes.ts';
import { shiftRows } from './large-database-counter.ts';
import { documentRows } from './large-database-documents.ts';
import { adjustmentRows, receiptRows } from './large-database-corrections.ts';
import { ledgerRows } from './large-database-ledger.ts';
import { placeRows } from './large-database-places.ts';
import { refundAccountRows, refundRows } from './large-database-refunds.ts';
import { statementRows } from './large-database-statements.ts';
import { timetableRows } from './large-database-timetables.ts';
import { doorRows } from './large-database-doors.ts';
import { listeningRows } from './large-database-listening.ts';
import { trailRows } from './large-database-trail.ts';

export const MANY = 100_000;
/**
 * The present time of these rows. Every tenth booking is paid and upcoming. One row in a thousand waits to be
 * processed.
 */
export const PRESENT = Date.UTC(2026, 10, 20, 6, 0);

const [HOUR, DAY] = [3_600_000, 86_400_000];
const seldom = (due: number | string, otherwise: number | string = 'null'): string =>
  `case when n % 1000 = 5 then ${due} else ${otherwise} end`;
/** Times spread over the past two years. */
const PAST = `${PRESENT} - 2 * cast(n as bigint) * ${Math.round((365 * DAY) / MANY)}`;
/** Times spread over the year before and the year after PRESENT. */
const AROUND = `${PRESENT} + (cast(n as bigint) - ${MANY / 2}) * ${Math.round((730 * DAY) / MANY)}`;

export const BUSES = 1_000;
const SEATS = 40 * BUSES;
const SEAT = `n % ${SEATS} + 1`;

export const FILLINGS: readonly Filling[] = [
  {
    table: 'users',
    columns: {
      id: 'n',
      role: "case when n % 1000 = 6 then 'ADMIN' else 'PASSENGER' end",
      full_name: "'Somebody'",
      email: "'person-' || n || '@example.com'",
      phone: "'98' || n",
      password_hash: "'!'",
      email_verified: 'true',
      status: "case when n % 1000 = 7 then 'SUSPENDED' else 'ACTIVE' end",
      avatar_color: "'#15803d'",
      created_at: PAST,
      search_key: "'somebody person-' || n || '@example.com 98' || n",
    },
  },
  { table: 'user_role_access', columns: { user_id: 'n', role: "'OPERATOR'" } },
  {
    table: 'operators',
    rows: BUSES,
    columns: { id: 'n', company_name: "'Company ' || n", name_key: "'company ' || n", created_at: PAST },
  },
  {
    table: 'platform_terms',
    rows: 1,
    columns: { since: PAST, commission_rate_bp: '1000', counter_commission_rate_bp: '0', cancellation_tiers: "'[]'" },
  },
  { table: 'company_terms', rows: BUSES, columns: { operator_id: 'n', since: PAST } },
  {
    table: 'staff',
    columns: {
      id: 'n',
      operator_id: `n % ${BUSES} + 1`,
      user_id: `case when n % 10 <> 3 then n end`,
      full_name: "'Somebody'",
      email: "case when n % 10 = 3 then 'invited-' || n || '@example.com' end",
      position: "case when n % 10 = 1 then 'OWNER' else 'CLERK' end",
      status: "case when n % 10 = 3 then 'INVITED' else 'ACTIVE' end",
      invited_at: PAST,
      invitation_expires_at: PAST,
    },
  },
  {
    table: 'sent_invitations',
    columns: {
      id: 'n',
      operator_id: `n % ${BUSES} + 1`,
      email: "'invited-' || n || '@example.com'",
      sent_at: PAST,
    },
  },
  {
    table: 'agents',
    rows: BUSES,
    columns: {
      id: 'n',
      name: "'Agent ' || n",
      name_key: "'agent ' || n",
      contact_email: "'agent-' || n || '@example.com'",
      commission_rate_bp: '500',
      credit_limit_paisa: '1000000',
      created_at: PAST,
    },
  },
  {
    table: 'agent_keys',
    columns: {
      id: 'n',
      agent_id: `n % ${BUSES} + 1`,
      label: "'Key ' || n",
      starts_with: "'bt_live_abcd'",
      key_hash: "'digest-' || n",
      scopes: `'["sell"]'`,
      created_at: PAST,
    },
  },
  {
    table: 'agent_idempotency_keys',
    columns: {
      agent_id: `n % ${BUSES} + 1`,
      path: "'/x'",
      key: "'key-' || n",
      body_hash: "'hash'",
      created_at: PAST,
    },
  },
  ...agentRows(BUSES, PAST),
  { table: 'cities', rows: 50, columns: { id: 'n', city_name: "'City ' || n", name_key: "'city ' || n" } },
  ...placeRows(BUSES),
  {
    table: 'routes',
    rows: 500,
    columns: { id: 'n', source_city_id: 'n % 50 + 1', destination_city_id: '(n / 50 + n) % 50 + 1' },
  },
  {
    table: 'buses',
    rows: BUSES,
    columns: {
      id: 'n',
      operator_id: 'n',
      bus_name: "'Bus ' || n",
      registration_no: "'BA ' || n",
      registration_key: "'ba' || n",
      search_key: "'bus ' || n || ' ba ' || n",
      created_at: PAST,
      waiting_since: 'case when n % 100 = 7 then 1 end',
      bus_type: "'DELUXE'",
      total_seats: 40,
      approval_status: "case when n % 100 = 7 then 'PENDING' else 'APPROVED' end",
      status: "'ACTIVE'",
      has_seat_map: 'n % 2 = 0',
      seat_rows: 10,
      seat_cols: 4,
      deck_count: 1,
      active_seats: 40,
    },
  },
  {
    table: 'bus_seats',
    rows: SEATS,
    columns: {
      id: 'n',
      bus_id: '(n - 1) / 40 + 1',
      seat_number: "'S' || ((n - 1) % 40)",
      deck: 1,
      row_number: '(n - 1) % 40 / 4 + 1',
      col_number: '(n - 1) % 4 + 1',
      seat_type: "'STANDARD'",
      is_active: 'true',
    },
  },
  documentRows({ buses: BUSES, seldom, past: PAST }),
  timetableRows({ buses: BUSES, seldom, past: PAST }),
  {
    table: 'schedules',
    columns: {
      id: 'n',
      schedule_key: "'trip ' || n",
      route_id: 'n % 500 + 1',
      bus_id: `n % ${BUSES} + 1`,
      operator_id: `n % ${BUSES} + 1`,
      fare_paisa: '50000 + n % 1000 * 100',
      departure_time: AROUND,
      arrival_time: `${AROUND} + ${7 * HOUR}`,
      status: "'ACTIVE'",
      papers_ok: 'true',
      has_blocks: 'true',
      has_waits: 'true',
      timetable_id: 'case when n % 10 = 1 then n % 1000 + 5 end',
      timetable_day: `case when n % 10 = 1 then '2026-12-01' end`,
    },
  },
  {
    table: 'trip_sections',
    columns: {
      schedule_id: 'n',
      from_stop: '0',
      to_stop: '1',
      route_id: 'n % 500 + 1',
      fare_paisa: '50000',
      departure_time: AROUND,
      arrival_time: `${AROUND} + ${2 * HOUR}`,
    },
  },
  { table: 'part_places', columns: { schedule_id: 'n', part: '0' } },
  { table: 'bus_tracks', columns: { schedule_id: 'n' } },
  {
    table: 'stop_estimates',
    columns: { schedule_id: 'n', stop: '1', slot: '1', made_at: AROUND, expected_at: AROUND },
  },
  {
    table: 'stop_passings',
    columns: {
      schedule_id: 'n',
      stop: '1',
      operator_id: 'n % 50 + 1',
      route_id: 'n % 500 + 1',
      city_id: '1',
      passed_at: AROUND,
      late: '5',
    },
  },
  { table: 'bus_points', columns: { schedule_id: 'n', at: AROUND, lat: '27.5', lon: '85.5' } },
  blockRows({ seat: SEAT, seldom, present: PRESENT }),
  {
    table: 'waits',
    columns: {
      id: 'n',
      user_id: 'n',
      schedule_id: 'n',
      from_stop: '0',
      to_stop: '1',
      seats: '2',
      created_at: PAST,
      ends_at: `${PRESENT + HOUR}`,
      ended_at: `case when n % 1000 <> 1 then ${PAST} end`,
    },
  },
  {
    table: 'seat_locks',
    columns: {
      schedule_id: 'n',
      seat_id: SEAT,
      locked_by: ofAgent('-n', 'n'),
      expires_at: seldom(PRESENT - 1, PRESENT + HOUR),
    },
  },
  {
    table: 'hold_runs',
    columns: {
      user_id: 'n',
      schedule_id: 'n',
      seat_number: "'S1'",
      held_since: PAST,
      held_until: seldom(PRESENT - 120_000, PRESENT + HOUR),
    },
  },
  {
    table: 'bookings',
    columns: {
      id: 'n',
      booking_code: "'BT' || n",
      ...agentSaleColumns(BUSES),
      schedule_id: 'n',
      operator_id: `n % ${BUSES} + 1`,
      search_key: "'bt' || n || ' somebody'",
      seats_count: 1,
      total_amount_paisa: 120_000,
      commission_rate_bp: 1_000,
      commission_amount_paisa: 12_000,
      operator_earning_paisa: 108_000,
      payment_deadline: PAST,
      booked_at: PAST,
      booking_status: seldom("'PENDING_PAYMENT'", "case when n % 10 = 0 then 'CONFIRMED' else 'COMPLETED' end"),
      completes_at: `case when n % 1000 = 10 then ${PRESENT - 1} else ${PRESENT + DAY} end`,
      earns_at: `case when n % 1000 = 10 then ${PRESENT - 1} else ${PRESENT + DAY} end`,
      earned_at: `case when n % 10 <> 0 then ${PAST} end`,
    },
  },
  {
    table: 'booking_seats',
    columns: {
      id: 'n',
      booking_id: 'n',
      schedule_id: 'n',
      seat_id: SEAT,
      passenger_name: "''",
      boarding_point: "''",
      dropping_point: "''",
      active: 'true',
    },
  },
  shiftRows(BUSES, PAST, PRESENT),
  {
    table: 'payments',
    columns: {
      id: 'n',
      booking_id: 'n',
      gateway: "'esewa'",
      transaction_uuid: "'payment-' || n",
      amount_paisa: 120_000,
      status: seldom("'PENDING'", "'COMPLETE'"),
      created_at: PAST,
      updated_at: PAST,
      next_enquiry_at: seldom(PRESENT - 1),
    },
  },
  {
    table: 'payment_webhook_logs',
    columns: {
      id: 'n',
      payment_id: 'case when n % 2 = 0 then n end',
      transaction_uuid: "'payment-' || n",
      raw_payload: "''",
      signature_valid: 'true',
      source: "'ENQUIRY'",
      received_at: PAST,
    },
  },
  refundRows(BUSES, PAST),
  changeRows(MANY, PAST),
  refundAccountRows(PAST),
  ledgerRows(BUSES, BUSES, PAST),
  adjustmentRows(BUSES, PAST),
  receiptRows(BUSES, PAST),
  ...statementRows(BUSES, PAST),
  ...agentStatementRows(BUSES, PAST),
  {
    table: 'ratings',
    columns: {
      id: 'n',
      booking_id: 'n',
      user_id: 'n',
      operator_id: `n % ${BUSES} + 1`,
      stars: 5,
      review: "''",
      issue_flag: 'false',
      issue_note: "''",
      created_at: PAST,
    },
  },
  trailRows(BUSES, PAST),
  ...listeningRows(BUSES, PAST),
  ...doorRows({ rows: MANY, present: PRESENT }),
  {
    table: 'outbox',
    columns: {
      id: 'n',
      event_id: "'event-' || n",
      topic: "'seats/1'",
      payload: "'{}'",
      recorded_at: PAST,
      sent_at: seldom('null', PAST),
    },
  },
  {
    table: 'mail_queue',
    columns: {
      id: 'n',
      kind: `case when n % 2 = 0 then 'BOOKING_CONFIRMED' else 'COMPOSED' end`,
      booking_id: 'case when n % 2 = 0 then n end',
      content: seldom("case when n % 2 = 0 then null else '{}' end"),
      queued_at: PAST,
      next_attempt_at: seldom(PRESENT - 1),
      sent_at: seldom('null', PAST),
    },
  },
  {
    table: 'sms_queue',
    columns: {
      id: 'n',
      kind: `'CONFIRMED'`,
      booking_id: 'n',
      content: seldom(`'{"kind":"CONFIRMED","bookingId":1}'`),
      queued_at: PAST,
      expires_at: PRESENT,
      next_attempt_at: seldom(PRESENT - 1),
      sent_at: seldom('null', PAST),
      parts: seldom('0', '1'),
    },
  },
  {
    table: 'sandbox_payments',
    columns: {
      gateway: "'WALLET'",
      id: "'id-' || n",
      amount_paisa: '1000',
      order_fields: "'{}'",
      opened_at: PAST,
      paid_paisa: '1000',
      paid_at: PAST,
      transaction_id: "'transaction-' || n",
    },
  },
  {
    table: 'sandbox_faults',
    columns: { gateway: "'gateway-' || n", fault: "'timeout'", times: '1', set_at: PAST },
  },
  { table: 'sandbox_keys', columns: { gateway: "'gateway-' || n", key: "'key'" } },
  { table: 'ticket_links', columns: { code: `'code-' || n`, booking_id: 'n' } },
  {
    table: 'late_notices',
    columns: { booking_id: 'n', number: '1', planned_at: AROUND, expected_at: AROUND, told_at: AROUND },
  },
  { table: 'trip_retimings', columns: { schedule_id: 'n', at: AROUND } },
  { table: 'live_links', columns: { code: `'code-' || n`, booking_id: 'n' } },
  ...boardingRows(BUSES, PAST),
  {
    table: 'idempotency_keys',
    columns: { user_id: 'n', path: "'/x'", key: "'key-' || n", body_hash: "'hash'", created_at: PAST },
  },
  {
    table: 'login_otps',
    columns: {
      id: 'n',
      user_id: 'n',
      family: "'SIGN_IN'",
      purpose: "'LOGIN'",
      code_hash: "'hash'",
      created_at: PAST,
      expires_at: PAST,
    },
  },
  {
    table: 'phone_codes',
    columns: {
      id: 'n',
      ticket: "'ticket-' || n",
      phone: "'98' || n % 1000",
      known: 'n % 2 = 0',
      purpose: "'SIGN_IN'",
      address: "'203.0.113.' || n % 200",
      code_hash: "'hash'",
      created_at: AROUND,
      expires_at: AROUND,
    },
  },
  { table: 'trusted_devices', columns: { user_id: 'n', device_id: "'pc-' || n", trusted_at: PAST, expires_at: PAST } },
  {
    table: 'refresh_sessions',
    columns: {
      jti: "'session-' || n",
      family: "'family-' || n",
      user_id: 'n',
      role: "'PASSENGER'",
      issued_at: PAST,
      expires_at: PAST,
    },
  },
  { table: 'sign_in_addresses', columns: { user_id: 'n', address: "'203.0.113.7'", expires_at: PAST } },
  { table: 'second_factors', columns: { user_id: 'n', secret: "'sealed'", started_at: PAST, confirmed_at: PAST } },
  { table: 'recovery_codes', columns: { user_id: 'n', code_hash: "'hash-' || n" } },
  { table: 'code_tries', columns: { key: "'key-' || n", tries: '1', expires_at: PAST } },
  { table: 'used_once', columns: { key: "'key-' || n", expires_at: PAST } },
  {
    table: 'login_log',
    columns: { id: 'n', kind: seldom("'LOCKED'", "'SUCCESS'"), user_id: 'n', message: "''", at: PAST },
  },
];
