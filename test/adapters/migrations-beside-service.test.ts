import { expect } from 'chai';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import { connectingUntil } from '../support/connecting.ts';
import { eventually } from '../support/eventually.ts';
import { somebodyWaits } from '../support/overlap.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** The newest migration that was released with a version which may still run beside the new one. */
const RELEASED = '0003-papers-twice';

/** Indexes that newer migrations make on tables which are in use by then. */
const INDEXES: readonly (readonly [migration: string, index: string, table: string])[] = [
  ['0004-indexes-for-what-grows', 'booking_seats_by_seat', 'booking_seats'],
  ['0004-indexes-for-what-grows', 'seat_locks_by_seat', 'seat_locks'],
  ['0004-indexes-for-what-grows', 'login_otps_expired', 'login_otps'],
  ['0004-indexes-for-what-grows', 'trusted_devices_expired', 'trusted_devices'],
  ['0004-indexes-for-what-grows', 'payment_webhook_logs_unknown', 'payment_webhook_logs'],
  ['0005-completes-at', 'bookings_to_complete', 'bookings'],
  ['0007-hoarding', 'bookings_waiting_by_user', 'bookings'],
];

describe('a migration while the version before goes on', function () {
  this.timeout(60_000);
  const connect = connectingUntil(afterEach);
  let database: Database;
  let before: Database;
  let names: readonly string[];
  let url: string;

  beforeEach(async function () {
    url = await freshDatabase();
    needs(this, url);
    database = connect(url, { unhurried: true });
    before = connect(url);
    await migrate(database.knex);
    names = migrationNames;
    for (const name of [...names].reverse()) if (name > RELEASED) await database.knex.migrate.down({ name });
  });

  const applied = (): Promise<readonly string[]> =>
    database.knex('knex_migrations').orderBy('name').pluck<string[]>('name');
  const aBooking = (id: number): string => `
    insert into bookings (id, booking_code, user_id, schedule_id, seats_count, total_amount_paisa, commission_rate_bp,
      commission_amount_paisa, operator_earning_paisa, booking_status, payment_deadline, booked_at)
    values (${id}, 'BT${id}', 1, 1, 1, 100, 0, 0, 100, 'CONFIRMED', 1, 1)`;
  /** Rows are written as they come here: what they refer to is of no account. */
  const withoutReferences = (...statements: readonly string[]): Promise<unknown> =>
    before.knex.raw(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '));

  for (const [name, index, table] of INDEXES) {
    it(`keeps nobody off ${table} while it makes ${index}`, async () => {
      await migrate(database.knex);
      await database.knex.raw(`drop index ${index}`);
      await database.knex('knex_migrations').where({ name }).delete();

      const writing = `lock table ${table} in row exclusive mode`;
      const writer = await before.knex.transaction();
      await writer.raw(writing);
      const migrating = migrate(database.knex);
      await eventually(() => somebodyWaits(before));
      const another = await before.knex
        .transaction((transaction) => transaction.raw(`set local lock_timeout = '1s'; ${writing}`))
        .then(() => 'not held up', String);
      await writer.commit();
      expect([another, await migrating]).to.deep.equal(['not held up', [name]]);
    });
  }

  it('fills in when bookings are over, batch by batch', async () => {
    await withoutReferences(
      `insert into users (id, role, full_name, email, password_hash, email_verified, status, avatar_color, created_at)
       values (1, 'OPERATOR', 'Sita Rai', 'sita@example.com', '!', true, 'ACTIVE', '#15803d', 1)`,
      `insert into operators (id, user_id, company_name, created_at) values (1, 1, 'Blue Sky', 1)`,
      `insert into buses (id, operator_id, bus_name, registration_no, bus_type, total_seats, approval_status, status,
         papers_complete, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
       values (1, 1, 'Deluxe', 'BA 1', 'DELUXE', 4, 'APPROVED', 'ACTIVE', true, false, 0, 0, 0, 0)`,
      `insert into schedules (id, schedule_key, route_id, bus_id, fare_paisa, departure_time, arrival_time, status)
       values (1, 'k', 1, 1, 1, 1, 77, 'ACTIVE')`,
      aBooking(1),
      aBooking(4_500),
      aBooking(9_000),
    );
    await migrate(database.knex);
    expect(await database.knex('bookings').orderBy('id').pluck<number[]>('completes_at')).to.deep.equal([77, 77, 77]);
  });

  it('goes on where it was broken off', async () => {
    await database.knex.raw('alter table bookings add column completes_at bigint not null default 0');
    await database.knex.raw('create index login_otps_expired on login_otps (code_hash)');
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    await migrate(database.knex);
    expect(await applied()).to.deep.equal(names);
    const { rows } = await database.knex.raw<{ rows: readonly { readonly indexdef: string }[] }>(
      `select indexdef from pg_indexes where indexname = 'login_otps_expired'`,
    );
    expect(rows[0]?.indexdef).to.include('(expires_at)');
  });

  it('is waited for between transactions, since an index that is made waits for the end of every one', async () => {
    const waiting = connect(`${url}?application_name=waiting`);
    const writer = await before.knex.transaction();
    await writer.raw('lock table booking_seats in row exclusive mode');
    const first = migrate(database.knex);
    await eventually(() => somebodyWaits(before));
    const second = migrate(waiting.knex);
    await eventually(async () => {
      const { rows } = await before.knex.raw<{ rows: readonly unknown[] }>(
        `select from pg_stat_activity where application_name = 'waiting' and state = 'idle' and query ilike 'commit%'`,
      );
      return rows.length > 0;
    }).finally(() => writer.commit());
    expect([await first, await second]).to.deep.equal([names.filter((name) => name > RELEASED), []]);
  });

  it('is made by one of several processes that start at once', async () => {
    const others = Array.from({ length: 3 }, () => before.knex);
    const made = await Promise.all([database.knex, ...others].map((knex) => migrate(knex)));
    expect(made.flat()).to.deep.equal(names.filter((name) => name > RELEASED));
    expect(await applied()).to.deep.equal(names);
  });
});
