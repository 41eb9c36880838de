import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { signedStrings } from '../../../adapters/crypto/signed-strings.ts';
import { id } from '../../../adapters/http/route/fields.ts';
import { key, listRoute, oneOfWords, substring } from '../../../adapters/http/route/list-route.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { type Position, listingOf } from '../../../core/kernel/page.ts';
import { type Edge, startEdge } from '../../support/edge.ts';

const SECRET = 'thirty-two letters are long enough';

/** A list route that answers with the numbers from 120 down. It adds each query to `asked`. */
function numbers(operationId: string, asked: unknown[] = []) {
  const cursors = signedStrings<{ readonly position: Position }>(SECRET, 'cursor');
  return listRoute(
    { cursors, calendar: calendarOf('Asia/Kathmandu') },
    {
      path: `/api/of/:id/${operationId}`,
      operationId,
      summary: operationId,
      description: 'Exists for a test.',
      returns: 'The answer.',
      access: 'public',
      params: Type.Object({ id: id() }),
      filters: {
        q: substring('Part of a name.'),
        status: oneOfWords(['ACTIVE', 'INACTIVE']),
        bus_id: key<BusId>('A bus.'),
      },
      byDay: true,
      item: Type.Object({ id: Type.Integer() }),
      list: async ({ given, during }, page) => {
        asked.push({ ...given, ...during });
        const all = Array.from({ length: 120 }, (_, index) => ({ id: 120 - index }));
        const below = (page.after?.[0] ?? Infinity) as number;
        return listingOf(all.filter(({ id }) => id < below).slice(0, page.limit + 1), page, ({ id }) => [id]);
      },
      toItem: (row: { readonly id: number }) => row,
    },
  );
}

describe('lists of the back office', () => {
  const asked: unknown[] = [];
  let edge: Edge;

  before(async () => {
    edge = await startEdge({ routes: [numbers('numbers', asked), numbers('others')] });
  });
  after(() => edge.close());
  beforeEach(() => asked.splice(0));

  const faultsOf = async (query: string) => {
    const { status, json } = await edge.get(`/api/of/1/numbers?${query}`);
    return [status, ...((json.errors ?? []) as { field: string }[]).map(({ field }) => field)];
  };

  it('a back office list has pages of 50 rows or of the given limit, and shows each row only once', async () => {
    const first = (await edge.get('/api/of/1/numbers')).json;
    expect(first.results.map(({ id }: { id: number }) => id)).to.deep.equal(
      Array.from({ length: 50 }, (_, index) => 120 - index),
    );
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await edge.get(`/api/of/1/numbers?limit=33&cursor=${encodeURIComponent(cursor)}`);
      seen.push(...json.results.map(({ id }: { id: number }) => id));
      cursor = json.next_cursor;
    }
    expect(seen).to.deep.equal(Array.from({ length: 120 }, (_, index) => 120 - index));
  });

  it('a back office list refuses an invalid limit', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'x', '9'.repeat(30)])
      expect(await faultsOf(`limit=${limit}`), limit).to.deep.equal([400, 'limit']);
    for (const limit of ['1', '100'])
      expect((await edge.get(`/api/of/1/numbers?limit=${limit}`)).json.results).to.have.length(Number(limit));
  });

  it('a back office list refuses a cursor that was edited or belongs to another list', async () => {
    const { next_cursor: mine } = (await edge.get('/api/of/1/numbers?limit=1')).json;
    const { next_cursor: foreign } = (await edge.get('/api/of/1/others?limit=1')).json;
    const { next_cursor: neighbours } = (await edge.get('/api/of/2/numbers?limit=1')).json;
    expect(await faultsOf(`cursor=${mine}`)).to.deep.equal([200]);
    for (const cursor of [foreign, neighbours, `${mine}A`, mine.slice(1), 'x', '120'])
      expect(await faultsOf(`cursor=${cursor}`), cursor).to.deep.equal([400, 'cursor']);
  });

  it('a back office list applies filters, refuses invalid filters, and ignores unknown ones', async () => {
    expect(await faultsOf('q=DéLUXE&status=ACTIVE&bus_id=7&from=2026-11-20&to=2026-11-20&colour=red')).to.deep.equal([
      200,
    ]);
    const start = Date.parse('2026-11-19T18:15:00Z');
    expect(asked).to.deep.equal([{ q: 'déluxe', status: 'ACTIVE', bus_id: 7, start, end: start + 86_400_000 }]);
    expect(await faultsOf('q=')).to.deep.equal([200]);
    expect(asked[1]).to.deep.equal({});
    expect(await faultsOf(`q=${'x'.repeat(100)}`)).to.deep.equal([200]);
    for (const [query, ...fields] of [
      [`q=${'x'.repeat(101)}`, 'q'],
      ['status=active', 'status'],
      ['bus_id=0', 'bus_id'],
      ['bus_id=x', 'bus_id'],
      ['bus_id=2147483648', 'bus_id'],
      ['from=2026-02-30', 'from'],
      ['to=tomorrow', 'to'],
      ['from=2026-11-21&to=2026-11-20', 'to'],
      ['status=x&limit=0', 'limit', 'status'],
    ] as const)
      expect(await faultsOf(query), query).to.deep.equal([400, ...fields]);
  });
});
