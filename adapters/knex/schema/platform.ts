import type { AreaSchema } from './area-schema.ts';
import { keepLog } from './kept-log.ts';

/** Days for which the activity log is kept: ten years, because questions about money come late. */
const ACTIVITY_LOG_DAYS = 3_653;

/**
 * The used parts of the rate limits of addresses and accounts, in the format of rate-limiter-flexible. Only on
 * Postgres, because only several processes need the table. Unlogged, because it is written often and may be lost in a
 * crash.
 */
const RATE_LIMITS = `create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
)`;

export const platformSchema: AreaSchema = {
  about: 'Events, mails, idempotency keys, leases and the activity log.',
  tables: ['outbox', 'mail_queue', 'idempotency_keys', 'device_idempotency_keys', 'leases', 'activity_log'],
  create: (sql) => [
    `create table outbox (
      ${sql.bigId},
      event_id text not null,
      topic text not null,
      payload text not null,
      recorded_at bigint not null,
      sent_at bigint -- null until the broker took it
    )`,
    'create unique index outbox_event_id_unique on outbox (event_id)',
    'create index outbox_waiting on outbox (id) where sent_at is null',
    'create index outbox_sent on outbox (sent_at) where sent_at is not null',
    `create table mail_queue (
      ${sql.id},
      kind text not null check (kind in ('BOOKING_CONFIRMED', 'BOOKING_CANCELLED', 'COMPOSED')),
      booking_id integer references bookings (id),
      content text, -- JSON of a composed mail; a mail about a booking is written when it is sent
      attempts integer not null default 0,
      queued_at bigint not null,
      next_attempt_at bigint, -- null once it is sent or given up
      sent_at bigint,
      check ((kind = 'COMPOSED') = (booking_id is null))
    )`,
    'create unique index mail_queue_kind_booking_id_unique on mail_queue (kind, booking_id)',
    'create index mail_queue_waiting on mail_queue (next_attempt_at) where next_attempt_at is not null',
    'create index mail_queue_posted on mail_queue (queued_at) where booking_id is null and next_attempt_at is null',
    `create table idempotency_keys (
      user_id integer not null references users (id),
      path text not null,
      key text not null,
      body_hash text not null,
      created_at bigint not null,
      running_until bigint, -- after it, a first request that died lets the next one in
      status integer,
      content_type text,
      body text,
      primary key (user_id, path, key)
    )`,
    'create index idempotency_keys_created_at_index on idempotency_keys (created_at)',
    `create table device_idempotency_keys (
      device_id integer not null references devices (id),
      path text not null,
      key text not null,
      body_hash text not null,
      created_at bigint not null,
      running_until bigint, -- after it, a first request that died lets the next one in
      status integer,
      content_type text,
      body text,
      primary key (device_id, path, key)
    )`,
    'create index device_idempotency_keys_created_at_index on device_idempotency_keys (created_at)',
    `create table leases (
      name text primary key,
      holder text not null,
      expires_at bigint not null
    )`,
    `create table activity_log (
      ${sql.id},
      kind text not null,
      actor_role text not null check (actor_role in ('PASSENGER', 'OPERATOR', 'ADMIN', 'SYSTEM', 'DEVICE')),
      actor_user_id integer references users (id),
      operator_id integer references operators (id),
      subject_type text not null,
      subject_id integer not null,
      changes text, -- JSON: {"<field>": {"old": …, "new": …}}
      description text not null,
      amount_paisa bigint,
      at bigint not null,
      actor_device_id integer references devices (id),
      actor_name text -- at the time of the action
    )`,
    'create index activity_log_newest on activity_log (at, id)',
    'create index activity_log_of_company on activity_log (operator_id, at, id)',
    'create index activity_log_of_user on activity_log (actor_user_id, at, id)',
    'create index activity_log_of_kind on activity_log (kind, at, id)',
    'create index activity_log_of_subject on activity_log (subject_type, subject_id, at, id)',
    ...(sql.dialect === 'postgres' ? [RATE_LIMITS] : []),
    ...keepLog(sql, 'activity_log', ACTIVITY_LOG_DAYS),
  ],
  drop: (sql) => (sql.dialect === 'postgres' ? ['drop table rate_limits'] : []),
};
