import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { fragment } from '../../../adapters/knex/engine/sql.ts';
import { sqliteSql } from '../../../adapters/knex/engine/sqlite-driver.ts';

describe('statements on SQLite', () => {
  it('SQLite does not plan a prepared statement again for each bound value', async () => {
    const database = new BetterSqlite3(':memory:');
    const texts: string[] = [];
    const prepare = (text: string): BetterSqlite3.Statement => {
      texts.push(text);
      return database.prepare(text);
    };
    const sql = sqliteSql({ prepare } as unknown as BetterSqlite3.Database);

    for (const limit of [1, 2])
      expect(await sql.rows`select ${fragment`${'a'} as letter`} limit ${limit}`).to.deep.equal([{ letter: 'a' }]);
    expect(texts).to.deep.equal(['select +? as letter limit +?']);
    database.close();
  });
});
