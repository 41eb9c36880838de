import { expect } from 'chai';
import { isUniqueViolation } from '../../../adapters/knex/engine/errors.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { faultOf, take, taken } from '../../support/transactions.ts';

async function nothingGoesBy(sql: Sql): Promise<void> {
  for (const sent of [take(sql, 'too late'), sql.one`select 1 as one`, sql.rows`select 1 as one`]) {
    expect(await faultOf(sent)).to.have.property('message', 'A statement was sent after its transaction had ended.');
  }
  expect(() => sql.post`delete from leases`).to.throw('A statement was sent after its transaction had ended.');
}

onEveryEngine('transactions', (_engine, opened) => {
  it('a failed transaction does not make other transactions fail that run at the same time', async () => {
    const database = opened();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_none, index) =>
        database.transaction(async (sql) => {
          await take(sql, `lease ${index}`);
          if (index % 2 === 0) throw new Error(`no ${index}`);
          return index;
        }),
      ),
    );
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? (outcome.value as unknown) : (outcome.reason as Error).message,
      ),
    ).to.deep.equal(Array.from({ length: 20 }, (_none, index) => (index % 2 === 0 ? `no ${index}` : index)));
    expect(await taken(database)).to.deep.equal(
      [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((index) => `lease ${index}`).sort(),
    );
  });

  it('a transaction is rolled back when a statement that it did not await fails', async () => {
    const database = opened();
    const fault = await faultOf(
      database.transaction(async (sql) => {
        await take(sql, 'one');
        sql.post`insert into leases (name, holder, expires_at) values ('one', 'test', 1)`;
        await take(sql, 'two');
      }),
    );
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal([]);
  });

  it('a transaction fails when its last statement, sent together with the commit, fails', async () => {
    const database = opened();
    const fault = await faultOf(
      database.transaction(async (sql) => {
        await take(sql, 'one');
        sql.post`insert into leases (name, holder, expires_at) values ('one', 'test', 1)`;
      }),
    );
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal([]);
    await database.transaction((sql) => take(sql, 'afterwards'));
    expect(await taken(database)).to.deep.equal(['afterwards']);
  });

  it('a transaction is rolled back after a failed statement, even if its code catches the error and continues', async () => {
    const database = opened();
    const fault = await faultOf(
      database.transaction(async (sql) => {
        await take(sql, 'one');
        await faultOf(take(sql, 'one'));
        return 'all is well';
      }),
    );
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal([]);
    await database.transaction((sql) => take(sql, 'afterwards'));
    expect(await taken(database)).to.deep.equal(['afterwards']);
  });

  it('an error thrown by a transaction’s code is reported instead of the error of a failed statement', async () => {
    const database = opened();
    await database.transaction((sql) => take(sql, 'one'));
    const fault = await faultOf(
      database.transaction(async (sql) => {
        const taking = take(sql, 'one');
        sql.post`insert into leases (name, holder, expires_at) values ('two', 'test', 1)`;
        await taking.catch(() => {
          throw new Error('It is taken.');
        });
      }),
    );
    expect(fault).to.have.property('message', 'It is taken.');
    expect(await taken(database)).to.deep.equal(['one']);
  });

  it('a transaction cannot be used after its end, even while a later transaction uses the same connection', async () => {
    const database = opened();
    const kept = await database.transaction(async (sql) => sql);
    const failed = await new Promise<Sql>((resolve) => {
      database
        .transaction(async (sql) => {
          resolve(sql);
          throw new Error('changed its mind');
        })
        .catch(() => undefined);
    });
    await nothingGoesBy(kept);
    await nothingGoesBy(failed);
    await database.transaction(async (sql) => {
      await take(sql, 'mine');
      await nothingGoesBy(kept);
    });
    expect(await taken(database)).to.deep.equal(['mine']);
  });

  it('a transaction may consist of no statements, or of statements that are not awaited', async () => {
    const database = opened();
    expect(await database.transaction(async () => 'nothing')).to.equal('nothing');
    await database.transaction(async (sql) => {
      for (const name of ['one', 'two'])
        sql.post`insert into leases (name, holder, expires_at) values (${name}, 'test', 1)`;
    });
    expect(await taken(database)).to.deep.equal(['one', 'two']);
    const fault = await faultOf(
      database.transaction(async (sql) => {
        for (const name of ['three', 'one'])
          sql.post`insert into leases (name, holder, expires_at) values (${name}, 'test', 1)`;
      }),
    );
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal(['one', 'two']);
  });

  it('a connection on which a statement failed can run the same statement again', async () => {
    const database = opened();
    const statement = (name: string, posted: string) =>
      database.transaction(async (sql) => {
        sql.post`insert into leases (name, holder, expires_at) values (${posted}, 'test', 1)`;
        return sql.one<{
          name: string;
        }>`insert into leases (name, holder, expires_at) values (${name}, 'first of all', 1) returning name`;
      });
    await database.transaction((sql) => take(sql, 'one'));
    expect(isUniqueViolation(await faultOf(statement('two', 'one')))).to.equal(true);
    expect(isUniqueViolation(await faultOf(statement('one', 'two')))).to.equal(true);
    expect(await statement('two', 'three')).to.deep.equal({ name: 'two' });
    expect(await taken(database)).to.deep.equal(['one', 'three', 'two']);
  });

  it('a transaction’s writes are invisible to reads before the commit', async () => {
    const database = opened();
    await new Promise<void>((begun, fail) => {
      const interrupted = database.transaction(async (sql) => {
        await take(sql, 'one');
        begun();
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        throw new Error('changed its mind');
      });
      interrupted.catch(() => undefined);
      interrupted.then(
        () => fail(new Error('It was committed.')),
        () => undefined,
      );
    });
    expect(await taken(database)).to.deep.equal([]);
  });

  it('a failed database read fails neither other reads nor transactions', async () => {
    const database = opened();
    const reads = Array.from({ length: 30 }, (_none, index) =>
      index % 3 === 0
        ? database.read.one`select no_such_column from leases`
        : database.read.one<{ n: number }>`select cast(${index} as integer) as n`,
    );
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).to.deep.equal(
      Array.from({ length: 30 }, (_none, index) => (index % 3 === 0 ? 'failed' : { n: index })),
    );
  });

  it('many database reads at once share a few connections and leave others to transactions', async () => {
    const database = opened();
    if (!database.load) return;
    const reads = Array.from({ length: 50 }, () => database.read.one`select 1 as one`);
    expect(database.load().running + database.load().waiting).to.be.at.most(3);
    await Promise.all(reads);
    expect(database.load().running).to.equal(0);
  });
});
