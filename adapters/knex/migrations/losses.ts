import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * What people would lose if a migration were rolled back: their rows that would be gone, in words. Counted inside the
 * transaction that rolls it back, and on Postgres with the tables locked, so that nobody adds to them meanwhile.
 */

export type Losses = (db: Knex) => Promise<readonly string[]>;

/** For a migration that only added indexes, counters and the like. */
export const nothing: Losses = async () => [];

/** For a migration that created tables: their rows. */
export const rowsOf =
  (...tables: readonly string[]): Losses =>
  async (db) => {
    const lost: string[] = [];
    for (const table of tables) {
      const count = await countIn(db, table, '*');
      if (count > 0) lost.push(`${table}: ${count}`);
    }
    return lost;
  };

/** Documents of a bus beyond the first of each type. */
export const secondDocuments: Losses = async (db) => {
  const first = db('bus_documents').distinct('bus_id', 'type').as('kept');
  const [row] = await db.count<{ count: number }[]>('* as count').from(first);
  const second = (await countIn(db, 'bus_documents', 'id')) - Number(row?.count);
  return second > 0 ? [`bus_documents: ${second}`] : [];
};

/** Rows of the activity log that are about something else than a booking. */
export const entriesBesideBookings: Losses = async (db) => {
  if (isPostgres(db)) await db.raw('lock table activity_log in access exclusive mode');
  const [row] = await db('activity_log').whereNot({ subject_type: 'booking' }).count<{ count: number }[]>('* as count');
  return Number(row?.count) > 0 ? [`activity_log: ${Number(row?.count)}`] : [];
};

/** All staff but an OWNER of each company; and companies that nobody owns, or of which more is known than the name. */
export const staffBesideOwners: Losses = async (db) => {
  const staff = await countIn(db, 'staff', '*');
  const owners = db('staff').where({ position: 'OWNER', status: 'ACTIVE' });
  const [owned] = await owners.clone().countDistinct<{ count: number }[]>('operator_id as count');
  const besides = staff - Number(owned?.count);
  const [unlike] = await db('operators')
    .whereNotIn('id', owners.clone().select('operator_id'))
    .orWhereRaw(
      `status <> 'ACTIVE' or coalesce(contact_phone, contact_email, address, pan_no, cast(commission_rate_bp as text)) is not null`,
    )
    .count<{ count: number }[]>('* as count');
  const changed = Number(unlike?.count);
  return [...(besides > 0 ? [`staff: ${besides}`] : []), ...(changed > 0 ? [`operators: ${changed}`] : [])];
};

/** Cancellation tiers of companies. Bookings only repeat what they were made under. */
export const termsOfTheirOwn: Losses = async (db) => {
  const count = await countIn(db, 'operators', 'cancellation_tiers');
  return count > 0 ? [`operators: ${count}`] : [];
};

/** Documents that were uploaded, reviewed, or are not valid for ever. */
export const officeDocuments: Losses = async (db) => {
  const count = await countIn(db, 'bus_documents', 'id', (rows) =>
    rows
      .whereNotNull('file_key')
      .orWhereNotNull('reviewed_at')
      .orWhereNotNull('valid_until')
      .orWhere({ type: 'POLLUTION' }),
  );
  return count > 0 ? [`bus_documents: ${count}`] : [];
};

/** Buses that were changed or reviewed by hand, and seats whose number or place others have by now. */
export const workOnBuses: Losses = async (db) => {
  if (isPostgres(db)) await db.raw('lock table buses, bus_seats in access exclusive mode');
  const [buses] = await db('buses')
    .where({ changed_in_office: true })
    .orWhere({ map_changed_in_office: true })
    .count<{ count: number }[]>('* as count');
  const others = db('bus_seats as other').whereRaw(
    'other.bus_id = gone.bus_id and other.seat_number = gone.seat_number and other.id <> gone.id',
  );
  const [seats] = await db('bus_seats as gone')
    .where({ 'gone.in_map': false })
    .whereExists(others)
    .count<{ count: number }[]>('* as count');
  return [['buses', Number(buses?.count)] as const, ['bus_seats', Number(seats?.count)] as const].flatMap(
    ([table, count]) => (count > 0 ? [`${table}: ${count}`] : []),
  );
};

/** Timetables, and trips that were changed by hand. */
export const workOnTrips: Losses = async (db) => {
  const timetables = await countIn(db, 'timetables', '*');
  const trips = await countIn(db, 'schedules', 'id', (rows) => rows.where({ changed_in_office: true }));
  return [...(timetables > 0 ? [`timetables: ${timetables}`] : []), ...(trips > 0 ? [`schedules: ${trips}`] : [])];
};

/** Shifts, and for whom bookings were made at a counter. */
export const counterSales: Losses = async (db) => {
  const shifts = await countIn(db, 'shifts', '*');
  const bookings = await countIn(db, 'bookings', 'id', (rows) => rows.where({ channel: 'COUNTER' }));
  return [...(shifts > 0 ? [`shifts: ${shifts}`] : []), ...(bookings > 0 ? [`bookings: ${bookings}`] : [])];
};

/** Refunds and mails of bookings that a company or an administrator has cancelled. */
export const officeCancellations: Losses = async (db) => {
  const refunds = await countIn(db, 'refunds', 'id', (rows) => rows.where({ reason: 'OPERATOR_CANCELLATION' }));
  const mails = await countIn(db, 'mail_queue', 'id', (rows) => rows.where({ kind: 'BOOKING_CANCELLED' }));
  return [...(refunds > 0 ? [`refunds: ${refunds}`] : []), ...(mails > 0 ? [`mail_queue: ${mails}`] : [])];
};

/** Bookings of trips that depart at another time now than they were made for. No lock: it is in no transaction. */
export const changedPlans: Losses = async (db) => {
  const [row] = await db('bookings')
    .whereRaw('booked_departure <> (select departure_time from schedules where schedules.id = bookings.schedule_id)')
    .orWhereRaw(
      `booked_bus_type <> (select buses.bus_type from schedules join buses on buses.id = schedules.bus_id
                           where schedules.id = bookings.schedule_id)`,
    )
    .count<{ count: number }[]>('id as count');
  return Number(row?.count) > 0 ? [`bookings: ${Number(row?.count)}`] : [];
};

/** Bookings whose passengers are written to in another language than English. */
export const otherLanguages: Losses = async (db) => {
  const count = await countIn(db, 'bookings', 'id', (rows) => rows.whereNot({ language: 'en' }));
  return count > 0 ? [`bookings: ${count}`] : [];
};

/** Refunds of which more is known than that they are due, and those that are goodwill. */
export const refundsFollowed: Losses = async (db) => {
  const count = await countIn(db, 'refunds', 'id', (rows) =>
    rows.whereNot({ status: 'DUE' }).orWhere({ reason: 'GOODWILL' }).orWhereNotNull('account_kind'),
  );
  return count > 0 ? [`refunds: ${count}`] : [];
};

/** Mails that wait to be sent and are nowhere else. */
export const unsentMails: Losses = async (db) => {
  const count = await countIn(db, 'mail_queue', 'id', (rows) => rows.whereNotNull('content'));
  return count > 0 ? [`mail_queue: ${count}`] : [];
};

async function countIn(
  db: Knex,
  table: string,
  column: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder = (rows) => rows,
): Promise<number> {
  if (isPostgres(db)) await db.raw('lock table ?? in access exclusive mode', [table]);
  const [row] = await which(db(table)).count<{ count: number }[]>(`${column} as count`);
  return Number(row?.count);
}
