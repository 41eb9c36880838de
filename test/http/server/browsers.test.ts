import { expect } from 'chai';
import { redirectRoute, route } from '../../../adapters/http/route/route.ts';
import { Type } from '@sinclair/typebox';
import { type Edge, startEdge } from '../../support/edge.ts';

const CLIENT = 'https://client.example';

describe('headers for browsers', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.close());

  const preflight = (origin: string, path = '/api/things', headers: Readonly<Record<string, string>> = {}) =>
    edge.send(path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, content-type, idempotency-key',
        ...headers,
      },
    });
  const listOf = (value: string | null) => (value ?? '').split(',').map((name) => name.trim().toLowerCase());

  it('web pages of a configured origin may call the API and read the response headers that they need', async () => {
    const { status, headers } = await edge.get('/api/things', undefined, { Origin: CLIENT });
    expect([
      status,
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
    ]).to.deep.equal([200, CLIENT, null]);
    expect(listOf(headers.get('access-control-expose-headers'))).to.include.members([
      'x-request-id',
      'retry-after',
      'idempotency-replayed',
      'content-disposition',
      'etag',
    ]);
    expect(headers.get('vary')).to.equal('Origin, Accept-Encoding');
  });

  it('web pages of a configured origin may read error answers', async () => {
    for (const path of ['/api/nothing', '/api/broken', '/api/things?name=a&name=b']) {
      expect(
        (await edge.get(path, undefined, { Origin: CLIENT })).headers.get('access-control-allow-origin'),
        path,
      ).to.equal(CLIENT);
    }
  });

  it('web pages of a configured origin may use every HTTP method of the API', async () => {
    const { headers } = await preflight(CLIENT);
    expect(listOf(headers.get('access-control-allow-methods'))).to.include.members([
      'get',
      'post',
      'put',
      'patch',
      'delete',
    ]);
  });

  it('web pages of a configured origin get answers to preflight requests', async () => {
    const { status, headers } = await preflight(CLIENT);
    expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-max-age')]).to.deep.equal([
      204,
      CLIENT,
      '600',
    ]);
    expect(listOf(headers.get('access-control-allow-methods'))).to.include.members(['get', 'post', 'put']);
    expect(listOf(headers.get('access-control-allow-headers'))).to.include.members([
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
    ]);
  });

  for (const origin of [
    'https://evil.example',
    'http://client.example',
    'https://client.example:8443',
    'https://client.example.evil.example',
    'https://sub.client.example',
    'null',
    'https://CLIENT.example',
  ]) {
    it(`web pages of an origin that is not configured may not call the API: ${origin}`, async () => {
      const [asked, called] = [await preflight(origin), await edge.get('/api/things', undefined, { Origin: origin })];
      for (const { headers } of [asked, called]) {
        expect(headers.get('access-control-allow-origin')).to.equal(null);
        expect(headers.get('vary')).to.equal('Origin, Accept-Encoding');
      }
    });
  }

  it('every answer has security headers against sniffing, framing, scripts, caching and referrers', async () => {
    for (const { headers } of [
      await edge.get('/api/things'),
      await edge.get('/api/nothing'),
      await edge.get('/api/broken'),
      await edge.post('/api/things', '{'),
    ]) {
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('content-security-policy'))
        .to.include("default-src 'none'")
        .and.include("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('strict-transport-security')).to.equal(null);
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('server')).to.equal(null);
    }
  });

  it('Strict-Transport-Security is sent only if the service is reached by https', async () => {
    const secure = await startEdge({ https: true });
    expect((await secure.get('/api/nothing')).headers.get('strict-transport-security')).to.equal('max-age=31536000');
    await secure.close();
  });

  it('a redirect has exactly the given address and cookies, and is not cached', async () => {
    const location = 'https://client.example/payment-result.html?success=true#g=1';
    const redirecting = await startEdge({
      routes: [
        redirectRoute({
          method: 'get',
          path: '/go',
          operationId: 'go',
          summary: 'Go',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          handle: async () => ({ location, cookies: ['a=1; HttpOnly', 'b=2'] }),
        }),
        redirectRoute({
          method: 'get',
          path: '/odd',
          operationId: 'odd',
          summary: 'Odd',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          handle: async () => ({ location: 'http://localhost\u3002evil/' }),
        }),
        route({
          method: 'get',
          path: '/secret',
          operationId: 'secret',
          summary: 'Secret',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          secret: true,
          status: 200,
          response: Type.Object({}),
          handle: async () => ({}),
        }),
      ],
    });
    const { status, headers, text } = await redirecting.get('/go');
    expect([
      status,
      text,
      headers.get('location'),
      headers.get('cache-control'),
      headers.get('referrer-policy'),
    ]).to.deep.equal([302, '', location, 'no-store', 'no-referrer']);
    expect(headers.getSetCookie()).to.deep.equal(['a=1; HttpOnly', 'b=2']);
    expect((await redirecting.get('/secret')).headers.get('cache-control')).to.equal('no-store');
    // An address that no header can hold causes an internal error. The server must not replace it silently.
    expect((await redirecting.get('/odd')).status).to.equal(500);
    await redirecting.close();
  });
});
