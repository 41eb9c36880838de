import { expect } from 'chai';
import { type TSchema, Type } from '@sinclair/typebox';
import { droppingNulls } from '../../../adapters/http/route/absent-nulls.ts';
import { shapeOf } from '../../../adapters/http/route/validate.ts';
import { buildRoutes } from '../../../app/areas.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Api, startApi } from '../../support/http.ts';
import { startEdge } from '../../support/edge.ts';
import { route } from '../../../adapters/http/route/route.ts';

interface Body {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

const faultsOf = (body: TSchema, value: unknown): readonly string[] => {
  try {
    droppingNulls(body)?.(value);
    shapeOf(body)(value);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.faults.map(({ field }) => field);
    throw error;
  }
};

describe('null in request bodies of POST, PUT and PATCH', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('null is accepted for an optional field in every POST and PUT', () => {
    let tried = 0;
    for (const { method, path, body } of buildRoutes(api.useCases, api.dependencies)) {
      if (!body || (method !== 'post' && method !== 'put')) continue;
      const { properties = {}, required = [] } = body as Body;
      for (const name of Object.keys(properties).filter((one) => !required.includes(one))) {
        tried += 1;
        expect(faultsOf(body, { [name]: null }), `${method} ${path}`).not.to.include(name);
      }
    }
    expect(tried).to.be.greaterThan(20);
  });

  const small = {
    summary: 'Echo',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'passenger',
    status: 200,
    body: Type.Object({
      needed: Type.Integer(),
      given: Type.Optional(Type.Integer()),
      list: Type.Optional(Type.Array(Type.Object({ more: Type.Optional(Type.Integer()) }))),
    }),
    response: Type.Unsafe<unknown>({}),
  } as const;
  const handle = async ({ body }: { readonly body: unknown }) => ({ body });

  it('null counts as a missing field in POST and PUT, and is refused in PATCH and for required fields', async () => {
    const routes = (['post', 'put', 'patch'] as const).map((method) =>
      route({ ...small, operationId: method, method, path: `/${method}`, handle }),
    );
    const edge = await startEdge({ routes });
    const nulls = { needed: 1, given: null, list: [{ more: null }] };
    for (const method of ['post', 'put'] as const) {
      const { status, json } = await edge[method](`/${method}`, nulls, 'passenger');
      expect([status, json]).to.deep.equal([200, { body: { needed: 1, list: [{}] } }]);
      expect((await edge[method](`/${method}`, { needed: null }, 'passenger')).status).to.equal(400);
    }
    expect((await edge.patch('/patch', nulls, 'passenger')).status).to.equal(400);
    await edge.close();
  });
});
