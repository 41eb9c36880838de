import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { exchangeCheck, oneOf, rebuild } from './checks.ts';

/*
 * Phones of a company's crew, which have tokens of their own, and what they scan. A sold seat says when its passenger
 * got on, by which scan, and whether they were told missing; where places are counted each has a row of its own.
 * Devices appear in the activity log, and may repeat their requests like anybody else.
 */

const ROLES = ['PASSENGER', 'OPERATOR', 'ADMIN', 'SYSTEM'] as const;

const ACTIVITY_LOG = [
  `create table activity_log (
    id integer not null primary key autoincrement, kind text not null,
    actor_role text not null check (actor_role in (${oneOf([...ROLES, 'DEVICE'])})),
    actor_user_id integer references users (id), operator_id integer references operators (id),
    subject_type text not null, subject_id integer not null, changes text, description text not null,
    amount_paisa bigint, at bigint not null, actor_device_id integer references devices (id))`,
  'create index activity_log_newest on activity_log (at, id)',
  'create index activity_log_of_company on activity_log (operator_id, at, id)',
  'create index activity_log_of_user on activity_log (actor_user_id, at, id)',
  'create index activity_log_of_kind on activity_log (kind, at, id)',
  'create index activity_log_of_subject on activity_log (subject_type, subject_id, at, id)',
];

const SEAT_COLUMNS = [
  ['boarded_at', 'bigint'],
  ['boarded_by_scan', 'integer references scans (id)'],
  ['no_show_at', 'bigint'],
] as const;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('devices', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().references('operators.id');
    t.text('name').notNullable();
    t.text('model');
    t.text('enrol_hash').unique(); // of the token to enrol with; null once it was used
    t.bigInteger('enrol_until').notNullable();
    t.text('token_hash').unique(); // null until it is enrolled
    t.bigInteger('created_at').notNullable();
    t.bigInteger('enrolled_at');
    t.bigInteger('last_seen_at');
    t.bigInteger('revoked_at');
    t.index(['operator_id', 'created_at', 'id']);
  });

  /** Each scan that was answered, by a device or by a member of staff; again, it gets the same answer. */
  await db.schema.createTable('scans', (t) => {
    t.increments('id');
    t.integer('device_id').references('devices.id');
    t.integer('user_id').references('users.id');
    t.text('nonce').notNullable();
    t.integer('schedule_id').references('schedules.id'); // null when it named none of the company's
    t.integer('booking_id').index().references('bookings.id'); // the same
    t.text('action'); // null when it was none; so are the next two
    t.text('mode');
    t.bigInteger('scanned_at');
    t.bigInteger('received_at').notNullable();
    t.text('answer').notNullable(); // JSON
    t.unique(['device_id', 'nonce']);
    t.unique(['user_id', 'nonce']);
  });

  /** What two scans, or a scan and a cancellation, say differently. */
  await db.schema.createTable('boarding_conflicts', (t) => {
    t.increments('id');
    t.integer('schedule_id').notNullable().references('schedules.id');
    t.integer('booking_id').notNullable().references('bookings.id');
    t.integer('scan_id').notNullable().references('scans.id'); // the scan that is in conflict
    t.integer('first_scan_id').references('scans.id'); // the boarding that it is in conflict with
    t.text('seats').notNullable(); // numbers, as JSON
    t.text('reason').notNullable();
    t.bigInteger('first_at');
    t.bigInteger('received_at').notNullable();
    t.index(['schedule_id', 'received_at', 'id']);
  });

  for (const [name, type] of SEAT_COLUMNS) await db.raw(`alter table booking_seats add column ${name} ${type}`);
  await db.schema.createTable('booking_places', (t) => {
    t.integer('booking_id').notNullable().references('bookings.id');
    t.integer('place').notNullable(); // the first, second, … of the booking
    t.bigInteger('boarded_at');
    t.integer('boarded_by_scan').references('scans.id');
    t.bigInteger('no_show_at');
    t.primary(['booking_id', 'place']);
  });

  await db.schema.createTable('device_idempotency_keys', (t) => {
    t.integer('device_id').notNullable().references('devices.id');
    t.text('path').notNullable();
    t.text('key').notNullable();
    t.text('body_hash').notNullable();
    t.bigInteger('created_at').notNullable().index();
    t.bigInteger('running_until'); // a first request that died lets the next one in
    t.integer('status');
    t.text('content_type');
    t.text('body');
    t.primary(['device_id', 'path', 'key']);
  });

  await db.raw('alter table activity_log add column actor_device_id integer references devices (id)');
  if (isPostgres(db))
    await exchangeCheck(db, 'activity_log', 'actor_role', `actor_role in (${oneOf([...ROLES, 'DEVICE'])})`);
  else await rebuild(db, 'activity_log', ACTIVITY_LOG);
}

export async function down(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await exchangeCheck(db, 'activity_log', 'actor_role', `actor_role in (${oneOf(ROLES)})`);
    await db.raw('alter table activity_log drop column actor_device_id');
  } else {
    const [table = '', ...indexes] = ACTIVITY_LOG;
    await db.raw('alter table activity_log drop column actor_device_id');
    await rebuild(db, 'activity_log', [
      table.replace(', actor_device_id integer references devices (id)', '').replace(`, 'DEVICE'`, ''),
      ...indexes,
    ]);
  }
  await db.schema.dropTable('device_idempotency_keys');
  await db.schema.dropTable('booking_places');
  for (const [name] of SEAT_COLUMNS.toReversed()) await db.raw(`alter table booking_seats drop column ${name}`);
  await db.schema.dropTable('boarding_conflicts');
  await db.schema.dropTable('scans');
  await db.schema.dropTable('devices');
}
