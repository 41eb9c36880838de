import { expect } from 'chai';
import { jsonBoolean, jsonRows, raw } from '../../../adapters/knex/engine/sql.ts';
import { onEveryEngine } from '../../support/engines.ts';

onEveryEngine('booleans', (_engine, opened) => {
  beforeEach(async () => {
    const { knex, read } = opened();
    await knex.schema.createTable('lamps', (t) => {
      t.increments('id');
      t.boolean('lit').notNullable();
      t.boolean('broken');
      t.integer('has_bulbs').notNullable();
    });
    await read.changes`insert into lamps (id, lit, broken, has_bulbs) values (1, ${true}, ${null}, 1), (2, ${false}, ${true}, 0)`;
  });
  afterEach(() => opened().knex.schema.dropTable('lamps'));

  it('boolean columns are read as true, false or null from the rows of a query', async () => {
    expect(await opened().read.rows`select lit, broken from lamps order by id`).to.deep.equal([
      { lit: true, broken: null },
      { lit: false, broken: true },
    ]);
    expect(await opened().read.one`select lit from lamps where lit = ${false}`).to.deep.equal({ lit: false });
  });

  it('boolean columns are read as booleans under an alias, in a RETURNING clause, and in a subquery', async () => {
    const { read } = opened();
    expect(await read.one`select lit as bright from lamps where id = 1`).to.deep.equal({ bright: true });
    expect(await read.rows`update lamps set lit = ${true} where id = 2 returning id, lit`).to.deep.equal([
      { id: 2, lit: true },
    ]);
    expect(
      await read.one`with known as materialized (select lit from lamps where id = 1) select lit from known`,
    ).to.deep.equal({ lit: true });
  });

  it('SQL conditions named is_… or has_… are read as booleans, and numeric columns stay numbers', async () => {
    expect(
      await opened().read.rows`
        select has_bulbs, id = 1 as is_first, exists (select 1 from lamps as others where others.id > lamps.id) as has_next
        from lamps order by id`,
    ).to.deep.equal([
      { has_bulbs: 1, is_first: true, has_next: true },
      { has_bulbs: 0, is_first: false, has_next: false },
    ]);
  });

  it('boolean columns are read as booleans in JSON', async () => {
    const { dialect, read } = opened();
    const lamps = jsonRows(
      dialect,
      [raw('id'), jsonBoolean(dialect, raw('lit')), jsonBoolean(dialect, raw('id = 2'))],
      raw('lamps'),
    );
    const row = await read.one<{ lamps: string }>`select ${lamps} as lamps`;
    expect(JSON.parse(row!.lamps)).to.have.deep.members([
      [1, true, false],
      [2, false, true],
    ]);
  });
});
