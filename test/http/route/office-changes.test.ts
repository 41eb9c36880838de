import { expect } from 'chai';
import type { Route } from '../../../adapters/http/route/route.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Answer, type Json, onServer } from '../../support/http.ts';
import { type Office, anOffice, officeRoutes } from '../../support/office.ts';
import { type GoodRequest, GOOD_REQUESTS } from '../../support/office-requests.ts';
import { authenticate } from '../../support/plain-tokens.ts';

/** The tests below run for every route that changes data of the back office. */

const routes = await officeRoutes();
const changing = routes.filter(({ method }) => method !== 'get');
/** Changes that add no row to the activity log: quotes, payment checks, and events that are sent again. */
const UNLOGGED = /^(?:checkSale|quoteCompanyChange|(?:test|redeliver|replay)\w+)$/;
/** The number of rows that a request adds to the activity log. */
const rowsOf = ({ operationId }: Route): number => (UNLOGGED.test(operationId) ? 0 : 1);

/**
 * While true, transactions that change data or store an answer commit, but the client gets 503 instead of the answer.
 */
let connectionIsLost = false;

onServer(
  'every change of the back office',
  (api) => {
    let office: Office;

    before(async () => {
      office = await anOffice(api());
    });
    afterEach(() => {
      connectionIsLost = false;
    });

    const tokenFor = ({ path }: Route): string =>
      path.startsWith('/api/admin/') ? office.admin : office.staff('OWNER');
    const placeOf = ({ path }: Route, { id, n, key, delivery }: GoodRequest): string =>
      path
        .replace(':id', String(id))
        .replace(':n', String(n))
        .replace(':key', String(key))
        .replace(':delivery', String(delivery));
    const ask = (
      route: Route,
      good: GoodRequest,
      { key, body = good.body }: { readonly key?: string; readonly body?: object | undefined } = {},
    ): Promise<Answer> =>
      api().send(placeOf(route, good), {
        method: route.method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${tokenFor(route)}`,
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(body && !good.form && { 'Content-Type': 'application/json' }),
        },
        ...(good.form ? { body: good.form() } : body && { body: JSON.stringify(body) }),
      });
    const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
    const log = async (): Promise<readonly Json[]> =>
      (await api().get('/api/admin/activity-log?limit=100', office.admin)).json.results;
    const newest = async (): Promise<number> => (await log())[0]?.id ?? 0;
    /** The activity log's entries after `id`. */
    const since = async (id: number): Promise<readonly Json[]> => (await log()).filter((entry) => entry.id > id);

    for (const route of changing) {
      const prepared = async (): Promise<GoodRequest> => {
        const prepare = GOOD_REQUESTS[route.operationId];
        if (!prepare) throw new Error(`Nobody knows a good request for ${route.operationId}: add one.`);
        return prepare(api(), office);
      };
      const { status } = route.sends as { readonly status?: number };

      describe(`${route.method.toUpperCase()} ${route.path}`, () => {
        if (rowsOf(route) > 0)
          it(`the change ${route.operationId} by an office adds one row to the activity log`, async () => {
            const good = await prepared();
            const before = await newest();
            const answer = await ask(route, good);
            expect(answer.status, answer.text).to.equal(status ?? 204);
            const added = await since(before);
            expect(added.map(({ kind }) => kind)).to.have.length(1);
            expect(added[0].actor.role).to.equal(route.access === 'admin' ? 'ADMIN' : 'OPERATOR');
          });

        if (route.method === 'post' && !route.secret)
          it(`the change ${route.operationId} by an office takes effect only once when it is repeated after a lost answer`, async () => {
            const good = await prepared();
            const [before, key] = [await newest(), `${route.operationId}-lost`];
            connectionIsLost = true;
            expect((await ask(route, good, { key })).status).to.equal(503);
            connectionIsLost = false;
            const [again, andAgain] = [await ask(route, good, { key }), await ask(route, good, { key })];
            expect([again.status, isReplay(again)], again.text).to.deep.equal([status, true]);
            expect([andAgain.status, andAgain.text]).to.deep.equal([status, again.text]);
            expect(await since(before)).to.have.length(rowsOf(route));
          });

        if (route.method === 'post' && !route.secret)
          it(`the change ${route.operationId} by an office does not use up its Idempotency-Key if its body is refused`, async () => {
            const good = await prepared();
            const key = `${route.operationId}-bad`;
            const bad = { ...good, ...(good.form && { form: () => formOf('x', 'y') }) };
            const [first, second] = [
              await ask(route, bad, { key, body: { x: { y: [] } } }),
              await ask(route, bad, { key, body: { x: { y: [] } } }),
            ];
            // Some routes require no field, so they accept this body. Their answer is stored under the key, and
            // repeated.
            const isKept = first.status !== 400;
            expect([second.status, second.text, isReplay(second)]).to.deep.equal([first.status, first.text, isKept]);
            const other = await ask(route, bad, { key, body: { x: 'z' } });
            expect(other.status).to.equal(isKept && !good.form ? 422 : first.status);
          });

        if (route.secret)
          it(`the change ${route.operationId} by an office never repeats an answer that holds a secret`, async () => {
            const key = `${route.operationId}-secret`;
            const [one, other] = [
              await ask(route, await prepared(), { key }),
              await ask(route, await prepared(), { key }),
            ];
            expect([isReplay(one), isReplay(other), other.status]).to.deep.equal([false, false, status]);
          });

        if (route.method === 'patch')
          it(`the change ${route.operationId} by an office changes and logs nothing if the data are the same as before`, async () => {
            const good = await prepared();
            const first = await ask(route, good);
            const before = await newest();
            for (const body of [{}, { colour: 'red', id: 4711 }, good.body]) {
              const answer = await ask(route, good, { body });
              expect([answer.status, answer.text], JSON.stringify(body)).to.deep.equal([200, first.text]);
            }
            expect(await since(before)).to.deep.equal([]);
            if (routes.some(({ method, path }) => method === 'get' && path === route.path))
              expect((await api().get(placeOf(route, good), tokenFor(route))).json).to.deep.equal(
                // The answer to a change of a timetable contains its trips too, so only the timetable is compared.
                first.json.timetable ?? first.json,
              );
          });
      });
    }
  },
  {
    overrides: { authenticate },
    between: (transact) => async (work) => {
      let changes = 0;
      const result = await transact((stores) =>
        work({
          ...stores,
          trail: {
            ...stores.trail,
            add: async (...entry) => {
              changes += 1;
              await stores.trail.add(...entry);
            },
          },
          idempotency: {
            ...stores.idempotency,
            keep: async (...answer) => {
              changes += 1;
              return stores.idempotency.keep(...answer);
            },
          },
        }),
      );
      if (changes > 0 && connectionIsLost)
        throw new Refusal('unavailable', 'DATABASE_UNAVAILABLE', 'Come back.', { cause: new Error('It is gone.') });
      return result;
    },
  },
);

function formOf(name: string, value: string): FormData {
  const form = new FormData();
  form.append(name, value);
  return form;
}
