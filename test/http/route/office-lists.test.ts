import { expect } from 'chai';
import type { Route } from '../../../adapters/http/route/route.ts';
import { type Json, onServer } from '../../support/http.ts';
import { type Office, anOffice, isList, officeRoutes } from '../../support/office.ts';
import { authenticate } from '../../support/plain-tokens.ts';

/** The tests below run for every list of the back office. */

/** Lists that readers follow for ever: their cursor leads on behind the last row, too. Tests of events cover them. */
const FOLLOWED = ['/api/operator/events', '/api/admin/events'];

const lists = (await officeRoutes()).filter((route) => isList(route) && !FOLLOWED.includes(route.path));

/** Lists that allow more than 100 rows a page, and the most that they allow. */
const MOST: Readonly<Record<string, number>> = {
  '/api/operator/statements/:id/lines': 1_000,
  '/api/admin/statements/:id/lines': 1_000,
  '/api/admin/agents/:id/statements/:statement/lines': 1_000,
};

onServer(
  'every list of the back office',
  (api) => {
    let office: Office;

    before(async () => {
      office = await anOffice(api());
    });

    for (const route of lists) {
      const get = (query: string, of: Route = route) => {
        const place = of.path.includes(':id')
          ? of.path.replace(':id', String(office.keysFor(of.path).mine)).replace(':statement', '1')
          : of.path;
        return api().get(`${place}?${query}`, of.path.startsWith('/api/admin/') ? office.admin : office.staff('OWNER'));
      };
      const expectFault = async (query: string, field: string) => {
        const { status, json, text } = await get(query);
        expect([status, json.code, json.errors?.[0].field], `${query}: ${text}`).to.deep.equal([
          400,
          'VALIDATION',
          field,
        ]);
      };
      const names = Object.keys(route.query.properties);

      describe(route.path, () => {
        it(`the office’s list ${route.path} shows each row only once, page by page`, async () => {
          const { json: whole } = await get('limit=100');
          expect(whole.next_cursor).to.equal(null);
          expect(whole.results).to.have.length.above(1);
          const seen: Json[] = [];
          let cursor: string | null = '';
          while (cursor !== null && seen.length <= whole.results.length) {
            const { json }: { readonly json: Json } = await get(`limit=1&cursor=${encodeURIComponent(cursor)}`);
            expect(json.results).to.have.length(1);
            seen.push(...json.results);
            cursor = json.next_cursor;
          }
          expect(seen).to.deep.equal(whole.results);
        });

        const most = MOST[route.path] ?? 100;
        it(`the office’s list ${route.path} accepts a limit of 1 to ${most} rows`, async () => {
          for (const limit of ['0', `${most + 1}`, '-1', '1.5', 'x', '1e1'])
            await expectFault(`limit=${limit}`, 'limit');
          expect((await get(`limit=${most}`)).status).to.equal(200);
        });

        it(`the office’s list ${route.path} refuses edited cursors and cursors of other lists`, async () => {
          const { next_cursor: cursor } = (await get('limit=1')).json as { readonly next_cursor: string };
          const another = lists.find(({ path }) => path !== route.path);
          const foreign = (await get('limit=1', another)).json.next_cursor;
          for (const edited of [`${cursor}A`, cursor.slice(1), cursor.replace(/\..*/, ''), 'x', foreign])
            await expectFault(`cursor=${encodeURIComponent(String(edited))}`, 'cursor');
        });

        it(`the office’s list ${route.path} refuses filters of the wrong type, and ignores empty ones`, async () => {
          for (const name of names.filter((one) => !['limit', 'cursor', 'q'].includes(one)))
            for (const value of ['☃', '-1', '0', '2026-02-30', '2147483648', '%00'])
              await expectFault(`${name}=${value}`, name);
          expect((await get(names.map((name) => `${name}=`).join('&'))).status).to.equal(200);
        });

        if (names.includes('q'))
          it(`the office’s list ${route.path} searches for any text of up to 100 characters`, async () => {
            await expectFault(`q=${'x'.repeat(101)}`, 'q');
            await expectFault('q=a%00', 'q');
            for (const q of ['%', '_', '\\', '%25', 'नेपाल', '🚌'.repeat(100)])
              expect((await get(`q=${encodeURIComponent(q)}`)).json, q).to.deep.equal({
                results: [],
                next_cursor: null,
              });
          });

        if (names.includes('from'))
          it(`the office’s list ${route.path} refuses a range of days that ends before it starts`, async () => {
            await expectFault('from=2026-11-21&to=2026-11-20', 'to');
            expect((await get('from=2026-11-20&to=2026-11-20')).status).to.equal(200);
            expect((await get('from=1999-01-01&to=1999-12-31')).json.results).to.deep.equal([]);
          });
      });
    }
  },
  { overrides: { authenticate } },
);
