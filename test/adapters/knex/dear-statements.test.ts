import { expect } from 'chai';
import { type Part, type Sql, assemble, Fragment } from '../../../adapters/knex/engine/sql.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { knexViews } from '../../../adapters/knex/views.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { aRoad } from '../../support/roads.ts';
import { engineOn } from '../../support/engines.ts';
import { freshDatabase, needs } from '../../support/servers.ts';

/**
 * The default of `jit_above_cost`. Postgres JIT-compiles statements with a higher estimated cost, which takes 100 ms or
 * more each time.
 */
const COMPILED_ABOVE = 100_000;

describe('statements on a Postgres whose tables were never analysed', () => {
  const connect = connectingUntil(after);

  it('Postgres does not JIT-compile the queries of seat maps and trip details on tables that were never analysed', async function () {
    const url = await freshDatabase();
    needs(this, url);
    const database = connect(url);
    await migrate(database.knex);
    const { id } = await aRoad(engineOn(database), { between: ['Mugling'] });
    const dear: string[] = [];
    const costly = (sql: Sql): Sql => {
      const look = async (strings: TemplateStringsArray, parts: readonly Part[]): Promise<void> => {
        const { text, values } = assemble(strings, parts);
        const row = await sql.one<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': number } }[] }>`
          ${new Fragment(`explain (format json) ${text}`, values)}`;
        const cost = row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? Infinity;
        if (cost > COMPILED_ABOVE) dear.push(`${cost}: ${text.replace(/\s+/g, ' ').trim()}`);
      };
      return {
        ...sql,
        rows: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) => {
          await look(strings, parts);
          return sql.rows<Row>(strings, ...parts);
        },
        one: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) => {
          await look(strings, parts);
          return sql.one<Row>(strings, ...parts);
        },
      };
    };
    const views = knexViews(costly(database.read));
    const now = Date.UTC(2026, 10, 20) as Instant;
    for (const section of [undefined, { from: 0, to: 1 }]) {
      expect(await views.seatMaps.view(id, undefined, now, section)).not.to.equal(undefined);
      expect(await views.tripSearch.find(id, now, section)).not.to.equal(undefined);
    }
    expect(dear).to.deep.equal([]);
  });
});
