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

  it('the guarded test database reports a transaction that begins inside another one', async () => {
    const inner = database.transaction(() => faultOf(database.transaction((sql) => sql.rows`select 1`)));
    expect(await inner).to.match(/begun inside another/);
  });

  it('the guarded test database reports a statement that is sent outside the open transaction', async () => {
    const inner = database.transaction(() => faultOf(database.read.rows`select 1`));
    expect(await inner).to.match(/outside the transaction/);
  });

  it('the guarded test database reports nothing for correct statements and transactions', async () => {
    expect(await database.transaction((sql) => sql.rows`select 1 as one`)).to.deep.equal([{ one: 1 }]);
    expect(await database.read.one`select 2 as two`).to.deep.equal({ two: 2 });
  });
});
