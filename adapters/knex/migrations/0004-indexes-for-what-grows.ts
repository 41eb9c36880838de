import type { Knex } from 'knex';
import { createIndex, dropIndex } from './beside.ts';

/*
 * Indexes for what had to walk a whole table: removing a seat asks whether it was ever held or sold, and what is old is
 * looked for in order to be forgotten.
 */

const INDEXES = {
  booking_seats_by_seat: 'booking_seats (seat_id)',
  seat_locks_by_seat: 'seat_locks (seat_id)',
  login_otps_expired: 'login_otps (expires_at)',
  trusted_devices_expired: 'trusted_devices (expires_at)',
  payment_webhook_logs_unknown: 'payment_webhook_logs (received_at) where payment_id is null',
};

export async function up(db: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) await createIndex(db, name, on);
}

export async function down(db: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await dropIndex(db, name);
}
