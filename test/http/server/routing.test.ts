import Router from '@koa/router';
import { expect } from 'chai';
import type { Context, Next } from 'koa';
import { routing } from '../../../adapters/http/server/routing.ts';

const ROUTES = [
  ['get', '/'],
  ['get', '/trips'],
  ['get', '/trips/:id'],
  ['get', '/portal{/*page}'],
  ['get', '/api/trips'],
  ['get', '/api/trips/:id'],
  ['post', '/api/trips/:id/seats'],
  ['post', '/api/:what/expired'],
  ['get', '/api/bookings/:id'],
  ['post', '/api/bookings/expired'],
  ['delete', '/api/bookings/:id'],
  ['get', '/api/operator/buses/:id'],
  ['put', '/api/operator/buses/seats'],
  ['get', '/api/operator/buses/seats/map'],
] as const;

const SEGMENTS = [
  '',
  'api',
  'trips',
  'portal',
  'bookings',
  'operator',
  'buses',
  'seats',
  'map',
  'expired',
  '7',
  '%37',
  'API',
];

/** Every path of up to four segments, made of SEGMENTS. */
function* paths(depth = 4, start = ''): Generator<string> {
  for (const segment of SEGMENTS) {
    const path = `${start}/${segment}`;
    yield path;
    if (depth > 1) yield* paths(depth - 1, path);
  }
}

describe('routing', () => {
  const whole = new Router({ sensitive: true });
  const serve = () => undefined;
  for (const [method, path] of ROUTES) whole[method](path, serve);
  const { dispatch, methodsOf } = routing(ROUTES.map(([method, path]) => ({ method, path, serve })));

  const routeOf = async (by: (ctx: never, next: Next) => unknown, method: string, path: string) => {
    const ctx = { method, path, host: 'a', request: {} } as unknown as Context;
    await by(ctx as never, () => Promise.resolve());
    return [ctx['_matchedRoute'], { ...(ctx['params'] as object) }];
  };

  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    it(`routing by ${method} finds the same route and parameters as a simple router that tries every route`, async () => {
      for (const path of paths(3))
        expect(await routeOf(dispatch, method, path), path).to.deep.equal(await routeOf(whole.routes(), method, path));
    });
  }

  it('routing finds the same allowed methods for a path as a simple router that tries every route', () => {
    for (const path of paths()) {
      const all = whole.match(path, 'GET').path.flatMap((layer) => layer.methods);
      expect([...methodsOf(path)].sort(), path).to.deep.equal([...new Set(all)].sort());
    }
  });
});
