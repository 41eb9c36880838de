import { expect } from 'chai';
import { ruleOf } from '../../../adapters/http/route/access.ts';
import type { Route } from '../../../adapters/http/route/route.ts';
import { POSITIONS, reaches } from '../../../core/accounts/membership.ts';
import { LARGEST_ID } from '../../../core/kernel/ids.ts';
import { type Answer, onServer } from '../../support/http.ts';
import { type Office, anOffice, isList, officeRoutes } from '../../support/office.ts';
import { authenticate } from '../../support/plain-tokens.ts';

/**
 * The tests below run for every route of the back office. The service itself lists the routes, so a new route is tested
 * at once.
 */

const routes = await officeRoutes();

const isAdmins = ({ path }: Route): boolean => path.startsWith('/api/admin/');
const changes = ({ method }: Route): boolean => method !== 'get';
/** True if the route reads a body or query parameters. */
const isAsked = (route: Route): boolean => changes(route) || Object.keys(route.query.properties).length > 0;

/** The lowest staff position that may use each route, written down a second time to check the routes. */
const LEAST: Readonly<Record<string, string>> = {
  'GET /api/operator/company': 'CONDUCTOR',
  'PATCH /api/operator/company': 'OWNER',
  'GET /api/operator/staff': 'MANAGER',
  'POST /api/operator/staff': 'OWNER',
  'PATCH /api/operator/staff/:id': 'OWNER',
  'DELETE /api/operator/staff/:id': 'OWNER',
  'GET /api/operator/buses': 'CONDUCTOR',
  'POST /api/operator/buses': 'MANAGER',
  'GET /api/operator/buses/:id': 'CONDUCTOR',
  'PATCH /api/operator/buses/:id': 'MANAGER',
  'GET /api/operator/buses/:id/seat-map': 'CONDUCTOR',
  'PUT /api/operator/buses/:id/seat-map': 'MANAGER',
  'GET /api/operator/seat-map-templates': 'CONDUCTOR',
  'GET /api/operator/buses/:id/documents': 'MANAGER',
  'POST /api/operator/buses/:id/documents': 'MANAGER',
  'GET /api/operator/documents/:id/file': 'MANAGER',
  'GET /api/operator/bookings': 'CLERK',
  'GET /api/operator/bookings/:id': 'CLERK',
  'POST /api/operator/bookings/:id/cancel': 'CLERK',
  'POST /api/operator/bookings/:id/change-quote': 'CLERK',
  'POST /api/operator/bookings/:id/change': 'CLERK',
  'POST /api/operator/bookings/:id/checkout': 'CLERK',
  'POST /api/operator/bookings/:id/payment/check': 'CLERK',
  'POST /api/operator/bookings/:id/undo': 'CLERK',
  'GET /api/operator/bookings/:id/ticket': 'CLERK',
  'POST /api/operator/trips/:id/sales': 'CLERK',
  'GET /api/operator/trips/:id/blocks': 'CONDUCTOR',
  'PUT /api/operator/trips/:id/blocks': 'CLERK',
  'PUT /api/operator/trips/:id/crew': 'MANAGER',
  'POST /api/operator/trips/:id/swap-bus': 'MANAGER',
  'POST /api/operator/trips/:id/undepart': 'MANAGER',
  'POST /api/operator/trips/:id/stops/:n/left': 'CLERK',
  'DELETE /api/operator/trips/:id/stops/:n/left': 'CLERK',
  'PUT /api/operator/trips/:id/delay': 'CLERK',
  'DELETE /api/operator/trips/:id/delay': 'CLERK',
  'POST /api/operator/trips/:id/cancel': 'MANAGER',
  'POST /api/operator/trips/:id/retime': 'MANAGER',
  'GET /api/operator/trips/:id/told': 'CLERK',
  'GET /api/operator/trips/:id/waits': 'CLERK',
  'GET /api/operator/doors/:id': 'CLERK',
  'GET /api/operator/trips/:id/conflicts': 'CLERK',
  'GET /api/operator/devices': 'MANAGER',
  'POST /api/operator/devices': 'MANAGER',
  'DELETE /api/operator/devices/:id': 'MANAGER',
  'GET /api/operator/shifts': 'CLERK',
  'GET /api/operator/shifts/:id': 'CLERK',
  'GET /api/operator/shifts/:id.pdf': 'CLERK',
  'POST /api/operator/shifts': 'CLERK',
  'POST /api/operator/shifts/:id/close': 'CLERK',
  'POST /api/operator/refunds/:id/pay-cash': 'CLERK',
  'PUT /api/operator/bookings/:id/refund-account': 'CLERK',
  'GET /api/operator/timetables': 'MANAGER',
  'POST /api/operator/timetables': 'MANAGER',
  'GET /api/operator/timetables/:id': 'MANAGER',
  'PATCH /api/operator/timetables/:id': 'MANAGER',
  'DELETE /api/operator/timetables/:id': 'MANAGER',
  'GET /api/operator/trips': 'CONDUCTOR',
  'POST /api/operator/trips': 'MANAGER',
  'GET /api/operator/trips/:id': 'CONDUCTOR',
  'GET /api/operator/trips/:id/manifest': 'CONDUCTOR',
  'GET /api/operator/trips/:id/manifest.csv': 'CONDUCTOR',
  'GET /api/operator/trips/:id/manifest.pdf': 'CONDUCTOR',
  'PATCH /api/operator/trips/:id': 'MANAGER',
  'GET /api/operator/bookings/:id/ledger': 'MANAGER',
  'GET /api/operator/statements': 'MANAGER',
  'GET /api/operator/statements/:id': 'MANAGER',
  'GET /api/operator/statements/:id/lines': 'MANAGER',
  'GET /api/operator/statements/:id.csv': 'MANAGER',
  'GET /api/operator/statements/:id.pdf': 'MANAGER',
  'GET /api/operator/today': 'CLERK',
  'GET /api/operator/reports/punctuality': 'MANAGER',
  'GET /api/operator/reports/sales': 'MANAGER',
  'GET /api/operator/reports/sales.csv': 'MANAGER',
  'GET /api/operator/activity-log': 'MANAGER',
  'GET /api/operator/agents': 'MANAGER',
  'PUT /api/operator/agents/:id': 'OWNER',
  'GET /api/operator/webhooks': 'OWNER',
  'POST /api/operator/webhooks': 'OWNER',
  'PATCH /api/operator/webhooks/:id': 'OWNER',
  'DELETE /api/operator/webhooks/:id': 'OWNER',
  'POST /api/operator/webhooks/:id/rotate': 'OWNER',
  'POST /api/operator/webhooks/:id/test': 'OWNER',
  'GET /api/operator/webhooks/:id/deliveries': 'OWNER',
  'GET /api/operator/webhooks/:id/deliveries/:delivery': 'OWNER',
  'POST /api/operator/webhooks/:id/deliveries/:delivery/redeliver': 'OWNER',
  'POST /api/operator/webhooks/:id/replay': 'OWNER',
  'GET /api/operator/events': 'MANAGER',
  'GET /api/operator/places': 'CONDUCTOR',
  'POST /api/operator/places': 'MANAGER',
  'PATCH /api/operator/places/:id': 'MANAGER',
  'DELETE /api/operator/places/:id': 'MANAGER',
  'PUT /api/operator/places/:id/photo': 'MANAGER',
  'DELETE /api/operator/places/:id/photo': 'MANAGER',
};

describe('lowest positions that companies’ routes allow', () => {
  it('each company route can be called from the staff position in this test’s table upwards', () => {
    const own = routes.filter((route) => !isAdmins(route));
    expect(
      Object.fromEntries(
        own.map(({ method, path, access }) => [`${method.toUpperCase()} ${path}`, ruleOf(access).least]),
      ),
    ).to.deep.equal(LEAST);
  });
});

onServer(
  'every route of the back office',
  (api) => {
    let office: Office;

    before(async () => {
      office = await anOffice(api());
    });

    /** Sends a request that has every fault that is checked after the path. */
    const ask = (route: Route, token: string | undefined, id: number | string = LARGEST_ID): Promise<Answer> =>
      api().send(`${office.fill(route.path, id)}${isAsked(route) ? '?x=1&x=2' : ''}`, {
        method: route.method.toUpperCase(),
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(changes(route) && { 'Content-Type': 'application/json' }),
        },
        ...(changes(route) && { body: '{' }),
      });
    const codeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).json.code;
    const goodToken = (route: Route): string => (isAdmins(route) ? office.admin : office.staff('OWNER'));

    for (const route of routes) {
      const least = ruleOf(route.access).least;

      describe(`${route.method.toUpperCase()} ${route.path}`, () => {
        it(`the office’s route ${route.operationId} refuses callers of a role that it does not allow`, async () => {
          expect(route.access === 'admin' || least !== undefined, 'names who may call it').to.equal(true);
          expect(await codeOf(ask(route, undefined))).to.equal('TOKEN_MISSING');
          expect(await codeOf(ask(route, 'nonsense'))).to.equal('TOKEN_INVALID');
          expect(await codeOf(ask(route, office.passenger))).to.equal('WRONG_ROLE');
          expect(await codeOf(ask(route, isAdmins(route) ? office.staff('OWNER') : office.admin))).to.equal(
            'WRONG_ROLE',
          );
        });

        if (least !== undefined)
          it(`the office’s route ${route.operationId} refuses too low positions, and changes by a suspended company`, async () => {
            for (const position of POSITIONS) {
              const code = await codeOf(ask(route, office.staff(position)));
              expect(code === 'POSITION_TOO_LOW', `${position}: ${code}`).to.equal(!reaches(position, least));
              const suspended = await codeOf(ask(route, office.staff(position, 'SUSPENDED')));
              const isClosed = changes(route) && route.whileSuspended !== true && reaches(position, least);
              expect(suspended === 'COMPANY_SUSPENDED', `${position}: ${suspended}`).to.equal(isClosed);
            }
          });

        if (route.path.includes(':id'))
          it(`the office’s route ${route.operationId} answers 404 for an unknown id before it checks the request`, async () => {
            const token = goodToken(route);
            const unknown = await ask(route, token);
            expect(unknown.status, unknown.text).to.equal(404);
            for (const odd of ['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999'])
              expect((await ask(route, token, odd)).status, odd).to.equal(404);
            const { mine, theirs } = office.keysFor(route.path);
            const foreign = await ask(route, token, theirs);
            if (!isAdmins(route)) expect([foreign.status, foreign.text]).to.deep.equal([404, unknown.text]);
            for (const answer of [await ask(route, token, mine), ...(isAdmins(route) ? [foreign] : [])])
              expect(answer.status, answer.text).to.equal(isAsked(route) ? 400 : 200);
          });
        else
          it(`the office’s route ${route.operationId} refuses requests with wrong fields`, async () => {
            const { status, text } = await ask(route, goodToken(route));
            expect(status, text).to.equal(isAsked(route) ? 400 : 200);
          });

        if (isList(route))
          it(`the office’s route ${route.operationId} ignores unknown query parameters`, async () => {
            const { mine } = route.path.includes(':id') ? office.keysFor(route.path) : { mine: '' };
            const { status } = await api().get(
              `${office.fill(route.path, mine)}?colour=red&offset=x&__proto__=1`,
              goodToken(route),
            );
            expect(status).to.equal(200);
          });
      });
    }
  },
  { overrides: { authenticate } },
);
