import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { text } from '../../../adapters/http/route/fields.ts';
import { type RateLimits, rateLimits } from '../../../adapters/http/route/rate-limits.ts';
import { fileRoute, route, uploadRoute } from '../../../adapters/http/route/route.ts';
import { invalidField, Refusal } from '../../../core/kernel/refusal.ts';
import { patienceOf, refusalOf } from '../../support/patience.ts';
import { startEdge } from '../../support/edge.ts';

describe('rate limits through HTTP', () => {
  let limits: RateLimits;
  let reported: unknown[];

  beforeEach(() => {
    reported = [];
    limits = rateLimits({ report: (error) => reported.push(error) });
  });

  it('rate limits count an account name typed at sign-in separately from a signed-in user of the same name', async () => {
    const response = Type.Object({});
    const edge = await startEdge({
      limits,
      routes: [
        route({
          method: 'post',
          path: '/sign-in',
          operationId: 'signIn',
          summary: 'Sign in',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          limit: 'sign-in',
          body: Type.Object({ email: text() }),
          status: 200,
          response,
          handle: async () => {
            throw new Refusal('unauthenticated', 'WRONG_PASSWORD', 'Wrong.');
          },
        }),
        route({
          method: 'post',
          path: '/change',
          operationId: 'changeIt',
          summary: 'Change',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'passenger',
          limit: 'sign-in',
          status: 200,
          response,
          handle: async () => ({}),
        }),
      ],
    });
    while ((await edge.post('/sign-in', { email: 'user 7' })).status === 401);
    expect((await edge.post('/change', {}, 'passenger')).status).to.equal(200);
    await edge.close();
  });

  it('rate limits check only a few passwords from one IP address at once', async () => {
    const [started, gates] = [[] as string[], [] as (() => void)[]];
    const edge = await startEdge({
      limits,
      trustProxy: (_address, hop) => hop < 1,
      routes: [
        route({
          method: 'post',
          path: '/sign-in',
          operationId: 'signIn',
          summary: 'Sign in',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          limit: 'sign-in',
          body: Type.Object({ email: text() }),
          status: 200,
          response: Type.Object({}),
          handle: async ({ origin }) => {
            started.push(origin.ip);
            if (origin.ip === '203.0.113.1')
              await new Promise<void>((resolve) => {
                gates.push(resolve);
              });
            return {};
          },
        }),
      ],
    });
    const from = (ip: string, n: number) =>
      edge.post('/sign-in', { email: `person-${n}@example.com` }, undefined, { 'X-Forwarded-For': ip });
    const crowd = Array.from({ length: 37 }, (_, n) => from('203.0.113.1', n));
    expect((await Promise.race(crowd)).status).to.equal(429);
    expect((await from('203.0.113.2', 0)).status).to.equal(200);
    expect(started).to.have.members([...Array<string>(4).fill('203.0.113.1'), '203.0.113.2']);
    await edge.close();
    await Promise.allSettled(crowd);
    for (const open of gates) open();
  });

  it('rate limits count an office’s changes and uploads, but not the requests that only read', async () => {
    const common = {
      operationId: 'thing',
      summary: 'A thing',
      description: 'Exists for a test.',
      returns: 'The answer.',
      access: 'clerk',
      path: '/thing',
    } as const;
    const ok = { status: 200, response: Type.Object({}), handle: async () => ({}) } as const;
    const limitOf = (access: 'clerk' | 'admin' | 'passenger', method: 'get' | 'post' | 'patch') =>
      route({ ...common, ...ok, access, method }).limit;
    expect([limitOf('clerk', 'post'), limitOf('clerk', 'patch'), limitOf('admin', 'post')]).to.deep.equal([
      'office',
      'office',
      'office',
    ]);
    expect([limitOf('clerk', 'get'), limitOf('passenger', 'post')]).to.deep.equal([undefined, undefined]);
    expect(route({ ...common, ...ok, method: 'post', limit: 'checkout' }).limit).to.equal('checkout');

    const upload = { field: 'file', limitBytes: 1, tooLarge: () => invalidField('file', 'Too large.') };
    expect(uploadRoute({ ...common, ...ok, method: 'post', upload }).limit).to.equal('upload');
    const handle = async () => ({
      content: new Uint8Array(),
      fileName: 'a.pdf',
      mediaType: 'application/pdf' as const,
    });
    expect(fileRoute({ ...common, method: 'get', mediaTypes: ['application/pdf'], handle }).limit).to.equal('download');

    const edge = await startEdge({ limits, routes: [route({ ...common, ...ok, method: 'post' })] });
    await patienceOf(limits, 'office', () => ({ ip: '203.0.113.1', account: 'user 7' }));
    expect((await edge.post('/thing', {}, 'clerk')).json.code).to.equal('RATE_LIMITED');
    await edge.close();
  });

  it('rate limits answer 429 with Retry-After, except on routes that must always answer, such as callbacks', async () => {
    const response = Type.Object({});
    const wrong = async () => {
      throw new Refusal('unauthenticated', 'WRONG_PASSWORD', 'Wrong.');
    };
    const edge = await startEdge({
      limits,
      routes: [
        route({
          method: 'post',
          path: '/sign-in',
          operationId: 'signIn',
          summary: 'Sign in',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          limit: 'sign-in',
          body: Type.Object({ email: text() }),
          status: 200,
          response,
          handle: wrong,
        }),
        route({
          method: 'get',
          path: '/read',
          operationId: 'read',
          summary: 'Read',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          status: 200,
          response,
          handle: async () => ({}),
        }),
        route({
          method: 'get',
          path: '/callback',
          operationId: 'callback',
          summary: 'Callback',
          description: 'Exists for a test.',
          returns: 'The answer.',
          access: 'public',
          limit: 'none',
          status: 200,
          response,
          handle: async () => ({}),
        }),
      ],
    });
    await patienceOf(limits, 'sign-in', () => ({ ip: '127.0.0.1', account: 'typed asha@example.com' }));
    const [asha, bikram] = [
      await edge.post('/sign-in', { email: 'asha@example.com' }),
      await edge.post('/sign-in', { email: 'bikram@example.com' }),
    ];
    expect([asha.status, asha.json.code, bikram.status]).to.deep.equal([429, 'RATE_LIMITED', 401]);
    expect(Number(asha.headers.get('retry-after'))).to.be.within(1, 900);

    while (!(await refusalOf(limits.countCall('127.0.0.1'))));
    expect([(await edge.get('/read')).status, (await edge.get('/callback')).status]).to.deep.equal([429, 200]);
    await edge.close();
  });
});
