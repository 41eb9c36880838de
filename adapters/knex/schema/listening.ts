import type { AreaSchema } from './area-schema.ts';

export const listeningSchema: AreaSchema = {
  about: 'Events for companies and the platform, the endpoints that hear them, and each delivery to an endpoint.',
  tables: ['feed_position', 'feed_events', 'webhooks', 'webhook_deliveries'],
  create: ({ bigId, id, dialect }) => [
    // One row. Its lock lets one process number events at a time.
    `create table feed_position (
      id integer not null primary key check (id = 1),
      last_place bigint not null, -- the highest place of an event
      last_booking_before integer not null, -- bookings up to this id were made before events were recorded
      since bigint not null -- the moment from which events are recorded
    )`,
    `insert into feed_position (id, last_place, last_booking_before, since)
     select 1, 0, coalesce((select max(id) from bookings), 0), ${
       dialect === 'sqlite'
         ? "cast(strftime('%s', 'now') as integer) * 1000"
         : 'cast(extract(epoch from now()) * 1000 as bigint)'
     }`,
    `create table feed_events (
      ${bigId},
      event_id text not null,
      owner_kind text not null check (owner_kind in ('OPERATOR', 'AGENT', 'PLATFORM')),
      owner_id integer not null, -- the company or agent; 0 for the platform
      type text not null,
      booking_id integer, -- the booking that a booking's event tells of
      body text not null, -- JSON, as webhooks carry it
      at bigint not null,
      place bigint -- the position in the list of events; null until the event is committed and numbered
    )`,
    'create unique index feed_events_places on feed_events (owner_kind, owner_id, place) where place is not null',
    'create index feed_events_waiting on feed_events (id) where place is null',
    'create index feed_events_kept on feed_events (at)',
    "create index feed_events_of_booking on feed_events (booking_id, type) where owner_kind = 'PLATFORM'",
    `create table webhooks (
      ${id},
      owner_kind text not null check (owner_kind in ('OPERATOR', 'AGENT', 'PLATFORM')),
      owner_id integer not null,
      url text not null,
      description text not null,
      types text not null, -- JSON: [[type, moment since which the endpoint hears it]]
      status text not null check (status in ('ACTIVE', 'DISABLED')),
      disabled_because text check (disabled_because in ('failing', 'gone', 'secret', 'you')),
      active_since bigint not null, -- the moment when the endpoint was last made or woken
      disabled_at bigint,
      last_success_at bigint,
      failing_since bigint,
      secret text not null, -- encrypted
      old_secret text, -- encrypted
      old_secret_until bigint,
      created_at bigint not null,
      check ((status = 'DISABLED') = (disabled_because is not null)),
      check ((status = 'DISABLED') = (disabled_at is not null)),
      check ((old_secret is null) = (old_secret_until is null))
    )`,
    "create index webhooks_active on webhooks (id) where status = 'ACTIVE'",
    'create index webhooks_of_owner on webhooks (owner_kind, owner_id, id)',
    `create table webhook_deliveries (
      ${bigId},
      webhook_id integer not null references webhooks (id) on delete cascade,
      event_id text not null,
      type text not null,
      kind text not null check (kind in ('EVENT', 'REPLAY', 'TEST')),
      body text not null,
      status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED')),
      attempts integer not null default 0,
      failures integer not null default 0, -- failed attempts in a row, which decide about the next pause
      rounds integer not null default 0, -- how often somebody asked for it again
      response_status integer,
      failed boolean not null default ${dialect === 'sqlite' ? '0' : 'false'}, -- whether the last attempt failed
      last_attempt_at bigint,
      next_attempt_at bigint, -- null unless PENDING
      claimed_until bigint, -- a process makes an attempt until then
      created_at bigint not null,
      check ((status = 'PENDING') = (next_attempt_at is not null))
    )`,
    'create index webhook_deliveries_listed on webhook_deliveries (webhook_id, id)',
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'PENDING'`,
    `create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until)
      where claimed_until is not null`,
    'create index webhook_deliveries_kept on webhook_deliveries (created_at)',
  ],
};
