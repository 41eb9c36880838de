import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { connectGuarded } from '../../support/guarded.ts';
import { faultOf } from '../../support/transactions.ts';

describe('guarded test databases', () => {
  let database: Database;

  before(() => {
    database = connectGuarded('sqlite::memory:');
  });
  after(() => database.close());

  it('a guarded database notices a transaction begun inside another', async () => {
    const inner = database.transaction(() => faultOf(database.transaction((sql) => sql.rows`select 1`)));
    expect(await inner).to.match(/begun inside another/);
  });

  it('a guarded database notices a statement outside the transaction that surrounds it', async () => {
    const inner = database.transaction(() => faultOf(database.read.rows`select 1`));
    expect(await inner).to.match(/outside the transaction/);
  });

  it('a guarded database lets everything else through', async () => {
    expect(await database.transaction((sql) => sql.rows`select 1 as one`)).to.deep.equal([{ one: 1 }]);
    expect(await database.read.one`select 2 as two`).to.deep.equal({ two: 2 });
  });
});
