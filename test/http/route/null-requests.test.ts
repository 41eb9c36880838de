import { expect } from 'chai';
import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../../adapters/http/route/route.ts';
import { type Answer, type Api, type Json, startApi } from '../../support/http.ts';
import { type Office, anOffice, officeRoutes } from '../../support/office.ts';
import { GOOD_REQUESTS } from '../../support/office-requests.ts';

const routes = (await officeRoutes()).filter(
  ({ method, body, upload }) => body && !upload && (method === 'post' || method === 'put'),
);
const fieldsOf = ({ body }: Route): readonly string[] =>
  Object.keys((body as { readonly properties?: Readonly<Record<string, TSchema>> }).properties ?? {});

describe('null for optional fields', () => {
  let api: Api;
  let office: Office;
  before(async () => {
    api = await startApi();
    office = await anOffice(api);
  });
  after(() => api.close());

  const send = async (route: Route, change: (body: Record<string, unknown>) => void): Promise<Answer> => {
    const good = await GOOD_REQUESTS[route.operationId]!(api, office);
    const body: Record<string, unknown> = { ...good.body };
    change(body);
    const token = route.path.startsWith('/api/admin/') ? office.admin : office.staff('OWNER');
    const path = route.path
      .replace(':id', String(good.id))
      .replace(':n', String(good.n))
      .replace(':key', String(good.key));
    return api.send(path, {
      method: route.method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const toldBy = ({ status, json }: Answer): Json => [status, json?.code, json?.errors];

  for (const route of routes)
    for (const name of fieldsOf(route))
      it(`null in the optional field ${name} of ${route.operationId} counts as a missing field`, async () => {
        const leftOut = await send(route, (body) => Reflect.deleteProperty(body, name));
        const nulled = await send(route, (body) => (body[name] = null));
        // Null and a missing field may cause different errors, but must have the same status. In `seat_map`, null is
        // a valid value.
        if (leftOut.status < 400) expect(toldBy(nulled)).to.deep.equal(toldBy(leftOut));
        else if (name !== 'seat_map') expect(nulled.status).to.equal(leftOut.status);
      });
});
