import type { Filling } from './filling.ts';

/** Crew phones, scans and conflicts. Phone n has scanned the ticket of booking n on trip n. */
export const boardingRows = (companies: number, past: string): readonly Filling[] => [
  {
    table: 'devices',
    columns: {
      id: 'n',
      operator_id: `n % ${companies} + 1`,
      name: "'Gate'",
      enrol_hash: "'enrol ' || n",
      enrol_until: past,
      token_hash: "'token ' || n",
      created_at: past,
    },
  },
  {
    table: 'scans',
    columns: {
      id: 'n',
      device_id: 'n',
      nonce: "'nonce ' || n",
      schedule_id: 'n',
      booking_id: 'n',
      received_at: past,
      answer: "'{}'",
    },
  },
  {
    table: 'trip_notices',
    columns: { id: 'n', schedule_id: 'n', booking_id: 'n', mail: `'SENT'`, sms: `'WAITING'` },
  },
  {
    table: 'trip_cancellations',
    columns: { schedule_id: 'n', at: '1', by_role: `'SYSTEM'` },
  },
  {
    table: 'boarding_conflicts',
    columns: {
      id: 'n',
      schedule_id: 'n',
      booking_id: 'n',
      scan_id: 'n',
      seats: "'[]'",
      reason: "'ALREADY'",
      received_at: past,
    },
  },
  { table: 'booking_places', columns: { booking_id: 'n', place: 1, boarded_at: past } },
  { table: 'manifests', columns: { schedule_id: 'n', revision: 2 } },
  {
    table: 'device_idempotency_keys',
    columns: { device_id: 'n', path: "'/x'", key: "'key-' || n", body_hash: "'hash'", created_at: past },
  },
];
