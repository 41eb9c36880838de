import { expect } from 'chai';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { calendar } from '../support/catalogue.ts';
import { connectingUntil } from '../support/connecting.ts';
import { engineOn } from '../support/engines.ts';
import { RELEASED_AT } from '../support/released-clock.ts';
import { insertReleasedRows, RELEASED_ROWS } from '../support/released-rows.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** The newest migration of the version that was released before the back office. */
const RELEASED = '0008-attempts-of-devices';

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`a database of the version before (${kind})`, function () {
    this.timeout(60_000);
    const connect = connectingUntil(after);
    let database: Database;

    before(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      for (const name of migrationNames) if (name <= RELEASED) await database.knex.migrate.up({ name });
      await insertReleasedRows(database.knex);
      await migrate(database.knex);
    });

    it('had rows in every table', async () => {
      for (const [table, rows] of Object.entries(RELEASED_ROWS))
        expect(Number((await database.knex(table).count('* as n'))[0]?.['n']), table).to.be.at.least(rows.length);
    });

    it('keeps every value that it goes on having', async () => {
      for (const [table, rows] of Object.entries(RELEASED_ROWS)) {
        const columns = await database.knex(table).columnInfo();
        for (const row of rows) {
          const kept = Object.entries(row).filter(([name]) => name in columns);
          const key = Object.fromEntries(kept.filter(([name]) => (KEYS[table] ?? ['id']).includes(name)));
          const now = await database.knex(table).where(key).first<Record<string, unknown> | undefined>();
          for (const [name, value] of kept)
            expect(plain(now?.[name]), `${table} ${JSON.stringify(key)} ${name}`).to.equal(plain(value));
        }
      }
    });

    it('gives out new keys behind the old ones', async () => {
      for (const [table, rows] of Object.entries(RELEASED_ROWS)) {
        if (kind === 'SQLite' || !('id' in rows[0]!)) continue;
        const { rows: next } = await database.knex.raw<{ rows: readonly { readonly key: string }[] }>(
          `select nextval(pg_get_serial_sequence(?, 'id')) as key`,
          [table],
        );
        expect(Number(next[0]?.key), table).to.be.greaterThan(Math.max(...rows.map(({ id }) => Number(id))));
      }
    });

    it('passes the audit', async () => {
      const { findings } = await runAudit({
        clock: () => (RELEASED_AT + 60_000) as Instant,
        calendar,
        ...engineOn(database),
      })();
      expect(findings).to.deep.equal([]);
    });

    it('makes the user of an operator the OWNER of a company', async () => {
      const { companies, accounts } = engineOn(database);
      for (const { id, user_id: user, company_name: companyName } of RELEASED_ROWS['operators']!) {
        const staff = await companies.staff(id as OperatorId, RELEASED_AT as Instant);
        expect(staff.map(({ userId, position, status }) => ({ userId, position, status }))).to.deep.equal([
          { userId: user, position: 'OWNER', status: 'ACTIVE' },
        ]);
        expect(await accounts.find(user as UserId)).to.deep.include({ operatorId: id, companyName });
        expect(await companies.find(id as OperatorId)).to.deep.include({ companyName, status: 'ACTIVE' });
      }
    });

    it('keeps trips on sale whose buses have their papers, and what was sold as it was', async () => {
      const { tripSearch, bookingViews, seatMaps } = engineOn(database);
      const now = RELEASED_AT as Instant;
      const found = await tripSearch.search({ departs: { start: now }, order: 'departure_time', limit: 10 }, now);
      expect(found.map(({ id, seatsLeft }) => [id, seatsLeft])).to.deep.equal([
        [1, 0],
        [4, 28],
      ]);
      const seen = await bookingViews.list(2 as UserId, 10);
      expect(seen.map(({ id, status, seats }) => [id, status, seats.map(({ seat }) => seat)])).to.deep.equal([
        [4, 'CONFIRMED', []],
        [3, 'REFUNDED', ['A2']],
        [1, 'CONFIRMED', ['A1']],
        [2, 'COMPLETED', ['B9']],
      ]);
      const map = await seatMaps.view(1 as TripId, undefined, now);
      expect(map?.hasSeatMap === true && map.seats.map(({ number }) => number)).to.deep.equal(['A1', 'A2']);
    });

    it('tells of every booking what was done to it', async () => {
      const { transact } = engineOn(database);
      expect(await transact(({ trail }) => trail.of({ type: 'booking', id: 3 }))).to.deep.equal([
        {
          kind: 'REFUND_DUE',
          actor: { role: 'SYSTEM' },
          operatorId: 4,
          subject: { type: 'booking', id: 3 },
          changes: {},
          description: 'REFUND_DUE of 3',
          amount: 108_000,
          at: RELEASED_AT - 24 * 3_600_000 + 2,
        },
      ]);
    });
  });
}

/** What a row is found by, where that is not its id. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  user_role_access: ['user_id', 'role'],
  trusted_devices: ['user_id', 'device_id'],
  refresh_sessions: ['jti'],
  used_once: ['key'],
  seat_locks: ['schedule_id', 'seat_id'],
  hold_runs: ['user_id', 'schedule_id', 'seat_number'],
  idempotency_keys: ['user_id', 'path', 'key'],
  leases: ['name'],
};

/** SQLite writes numbers for conditions, and the driver of Postgres texts for large numbers. */
const plain = (value: unknown): unknown =>
  typeof value === 'boolean' ? Number(value) : /^-?\d+$/.test(String(value)) ? Number(value) : value;
