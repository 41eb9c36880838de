import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { type Deprecation, deprecatedLines } from '../../../adapters/http/route/deprecation.ts';
import { openApi } from '../../../adapters/http/route/openapi.ts';
import { runRoute } from '../../../adapters/http/route/run-route.ts';
import { type Route, route } from '../../../adapters/http/route/route.ts';
import { buildRoutes } from '../../../app/areas.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import { type Api, type Json, startApi } from '../../support/http.ts';

const END: Deprecation = { since: '2026-12-01', sunset: '2027-06-30', instead: 'Use the new one.' };

const anOperation = (name: string, deprecated?: Deprecation): Route =>
  route({
    method: 'get',
    path: `/api/${name}/:name`,
    operationId: name,
    summary: 'Read',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({ page: Type.Optional(Type.Integer()) }),
    ...(deprecated && { deprecated }),
    status: 200,
    response: Type.Object({
      name: Type.String(),
      ...(deprecated?.fields && { old: Type.String({ deprecated: true }) }),
    }),
    handle: async () => ({ name: 'a', old: 'b' }),
  });

describe('what is to go', () => {
  const routes = [
    anOperation('going', END),
    anOperation('losing', { ...END, fields: ['old'] }),
    anOperation('staying'),
  ] as const;
  let edge: Edge;
  let api: Api;

  before(async () => {
    edge = await startEdge({ routes: [...routes] });
    api = await startApi();
  });
  after(() => Promise.all([edge.close(), api.close()]));

  it('every answer of a deprecated operation, also a refusal, says since when and until when', async () => {
    for (const path of ['/api/going/a', '/api/going/a?page=x', '/api/losing/a']) {
      const { headers } = await edge.get(path);
      expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')], path).to.deep.equal([
        '@1796083200',
        'Wed, 30 Jun 2027 00:00:00 GMT',
        '</developers#changelog>; rel="deprecation"; type="text/html"',
      ]);
    }
    const { headers } = await edge.get('/api/staying/a');
    expect([headers.get('deprecation'), headers.get('sunset')]).to.deep.equal([null, null]);
  });

  it('the OpenAPI document marks a deprecated operation, or its deprecated field', () => {
    const document = openApi({ version: '1', baseUrl: 'https://bus.example', routes }) as Json;
    const marks = Object.values<Json>(document.paths).map(({ get }) => [
      get.deprecated,
      get.responses[200].content['application/json'].schema.properties?.old?.deprecated,
    ]);
    expect(marks).to.deep.equal([
      [true, undefined],
      [undefined, true],
      [undefined, undefined],
    ]);
  });

  it('the changelog names what is deprecated, its days, and what to use', () => {
    expect(deprecatedLines(routes).split('\n')).to.deep.equal([
      '- `GET /api/going/{name}` is deprecated since 2026-12-01, and goes on 2027-06-30 or later. Use the new one.',
      '- `old` of `GET /api/losing/{name}` is deprecated since 2026-12-01, and goes on 2027-06-30 or later. Use the new one.',
    ]);
    expect(deprecatedLines([anOperation('staying')])).to.equal('- Nothing is deprecated.');
  });

  it('an operation that would go within six months is not served', () => {
    const soon = anOperation('soon', { ...END, sunset: '2027-05-31' });
    expect(() => runRoute(soon, {} as never)).to.throw('gone within 6 months');
  });

  it('every field of the API that is marked deprecated is named by its operation', () => {
    const unnamed = buildRoutes(api.useCases, api.dependencies).filter((one) => {
      const marked = JSON.stringify(one.sends).includes('"deprecated":true');
      return marked && (one.deprecated?.fields ?? []).length === 0;
    });
    expect(unnamed.map(({ operationId }) => operationId)).to.deep.equal([]);
  });
});
