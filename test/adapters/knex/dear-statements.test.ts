import { expect } from 'chai';
import { isAnyOverdue } from '../../../adapters/knex/bookings/bookings-view.ts';
import { type Part, type Sql, assemble, Fragment } from '../../../adapters/knex/engine/sql.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { knexViews } from '../../../adapters/knex/views.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { aPassenger } from '../../support/people.ts';
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

describe('statements on a Postgres that analysed its tables while no booking was unpaid', () => {
  const connect = connectingUntil(after);

  it('the look for overdue bookings reads one entry of the index by deadline, not all unpaid bookings', async function () {
    const url = await freshDatabase();
    needs(this, url);
    const database = connect(url);
    await migrate(database.knex);
    const engine = engineOn(database);
    const [{ id: tripId }, { id: userId }] = [await aRoad(engine, { between: [] }), await aPassenger(engine)];
    const booking = await aBooking(engine, { tripId, userId, status: 'CONFIRMED' });
    // Enough bookings that reading the whole table is never the cheapest plan.
    await database.knex.raw(`
      do $$ declare columns text; begin
        select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
        where table_name = 'bookings' and column_name not in ('id', 'booking_code');
        execute format('insert into bookings (booking_code, %s) select ''COPY'' || n, %s from bookings, generate_series(1, 3000) n
          where id = ${booking.id}', columns, columns);
      end $$`);
    await database.knex.raw('vacuum analyze bookings');
    const rows = await database.read.rows<{ 'QUERY PLAN': string }>`explain select ${isAnyOverdue(START)} as found`;
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).to.match(/Limit .*\n.*using bookings_waiting on bookings/);
  });
});
