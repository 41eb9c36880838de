import type { AreaSchema } from './area-schema.ts';

export const boardingSchema: AreaSchema = {
  about: 'Phones of the crew, scans and who is on board.',
  tables: ['devices', 'scans', 'booking_places', 'boarding_conflicts', 'manifests'],
  create: (sql) => [
    `create table devices (
      ${sql.id},
      operator_id integer not null references operators (id),
      name text not null,
      model text,
      enrol_hash text, -- digest of the enrolment token; null once it was used
      enrol_until bigint not null,
      token_hash text, -- digest of the phone’s token; null until it is enrolled
      created_at bigint not null,
      enrolled_at bigint,
      last_seen_at bigint,
      revoked_at bigint,
      added_by integer references users (id)
    )`,
    'create unique index devices_enrol_hash_unique on devices (enrol_hash)',
    'create unique index devices_token_hash_unique on devices (token_hash)',
    'create index devices_operator_id_created_at_id_index on devices (operator_id, created_at, id)',
    'create index devices_in_use_by_adder on devices (added_by) where revoked_at is null',
    `create table scans (
      ${sql.id},
      device_id integer references devices (id),
      user_id integer references users (id),
      nonce text not null,
      schedule_id integer references schedules (id), -- null when the scan named no trip of the company
      booking_id integer references bookings (id), -- null when the scan named no booking of the company
      action text, -- null, as mode and scanned_at, when it could not be read
      mode text,
      scanned_at bigint,
      received_at bigint not null,
      answer text not null -- JSON: what the phone was told, and is told again
    )`,
    'create index scans_booking_id_index on scans (booking_id)',
    'create unique index scans_device_id_nonce_unique on scans (device_id, nonce)',
    'create unique index scans_user_id_nonce_unique on scans (user_id, nonce)',
    'create index scans_by_moment on scans (received_at, id)',
    `create table booking_places (
      booking_id integer not null references bookings (id),
      place integer not null, -- counted from 1, on a bus without a seat map
      boarded_at bigint,
      boarded_by_scan integer references scans (id),
      no_show_at bigint,
      primary key (booking_id, place)
    )`,
    'create index booking_places_by_scan on booking_places (boarded_by_scan) where boarded_by_scan is not null',
    `create table boarding_conflicts (
      ${sql.id},
      schedule_id integer not null references schedules (id),
      booking_id integer not null references bookings (id),
      scan_id integer not null references scans (id), -- the later scan
      first_scan_id integer references scans (id), -- the scan that it contradicts
      seats text not null, -- JSON: seat numbers
      reason text not null,
      first_at bigint,
      received_at bigint not null
    )`,
    'create index boarding_conflicts_schedule_id_received_at_id_index on boarding_conflicts (schedule_id, received_at, id)',
    'create index boarding_conflicts_by_scan on boarding_conflicts (scan_id)',
    'create index boarding_conflicts_by_first_scan on boarding_conflicts (first_scan_id) where first_scan_id is not null',
    // Revisions have rows of their own. Otherwise simultaneous sales of one trip would wait for each other at the
    // trip's row.
    `create table manifests (
      schedule_id integer primary key references schedules (id),
      revision integer not null -- a trip without a row has revision 1
    )`,
    'alter table booking_seats add column boarded_at bigint',
    'alter table booking_seats add column boarded_by_scan integer references scans (id)',
    'alter table booking_seats add column no_show_at bigint',
    'create index booking_seats_by_scan on booking_seats (boarded_by_scan) where boarded_by_scan is not null',
  ],
  drop: () => [
    'drop index booking_seats_by_scan',
    'alter table booking_seats drop column no_show_at',
    'alter table booking_seats drop column boarded_by_scan',
    'alter table booking_seats drop column boarded_at',
  ],
};
