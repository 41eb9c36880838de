import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { inSnapshot } from '../../../adapters/knex/engine/snapshot.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { emptyDatabase } from '../../support/engines.ts';
import { needs, postgresUrl } from '../../support/servers.ts';
import { faultOf, take } from '../../support/transactions.ts';
import { enginesOf } from '../../support/test-engines.ts';

describe('a database snapshot', () => {
  let folder: string;
  let database: Database;
  let other: Database;
  const connect = connectingUntil(afterEach);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  });
  after(() => rm(folder, { recursive: true }));

  const names = async (sql: Sql): Promise<readonly string[]> =>
    (await sql.rows<{ name: string }>`select name from leases order by name`).map(({ name }) => name);

  for (const kind of enginesOf('of SQL'))
    describe(`a database snapshot (${kind})`, () => {
      before(async function () {
        if (kind === 'Postgres') needs(this, await postgresUrl());
      });
      beforeEach(async () => {
        const url = kind === 'SQLite' ? `sqlite:${join(folder, 'data.sqlite')}` : await postgresUrl();
        await emptyDatabase(url);
        [database, other] = [connect(url), connect(url)];
      });

      it('a database snapshot neither sees nor blocks writes that others make after it began', async () => {
        await other.transaction((sql) => take(sql, 'before'));
        const seen = await inSnapshot(database, async (sql) => {
          const first = await names(sql);
          await other.transaction((another) => take(another, 'meanwhile'));
          return [first, await names(sql)];
        });
        expect(seen).to.deep.equal([['before'], ['before']]);
        expect(await names(database.read)).to.deep.equal(['before', 'meanwhile']);
      });

      it('a database snapshot ends when the work in it fails', async () => {
        const fault = await faultOf(inSnapshot(database, () => Promise.reject(new Error('no'))));
        expect(fault).to.have.property('message', 'no');
        await database.transaction((sql) => take(sql, 'afterwards'));
        expect(await names(other.read)).to.deep.equal(['afterwards']);
      });
    });
});
