import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { text } from '../../adapters/http/fields.ts';
import { addressKey, rateLimits } from '../../adapters/http/rate-limits.ts';
import type { OpenBudget, RateLimits } from '../../adapters/http/rate-limits.ts';
import { route } from '../../adapters/http/route.ts';
import type { LimitName } from '../../adapters/http/route.ts';
import { connectDatabase } from '../../adapters/knex/database.ts';
import type { Database } from '../../adapters/knex/database.ts';
import { migrate } from '../../adapters/knex/migrate.ts';
import { postgresBudget } from '../../adapters/knex/rate-limits.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { startEdge } from '../support/edge.ts';
import { postgresUrl } from '../support/servers.ts';

const refusalOf = (outcome: Promise<unknown>): Promise<Refusal | undefined> => outcome.then(() => undefined, (error: unknown) => error as Refusal);

/** How often something may be taken until it is refused. */
async function patienceOf(limits: RateLimits, limit: LimitName, requester: (turn: number) => { ip: string; account?: string }): Promise<number> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (await refusalOf(limits.take(limit, requester(turn)))) return turn;
  }
  return Infinity;
}

describe('rate limits', () => {
  let limits: RateLimits;
  let reported: unknown[];

  beforeEach(() => {
    reported = [];
    limits = rateLimits({ report: (error) => reported.push(error) });
  });

  it('leave people alone: a hundred wrong passwords and two hundred wrong codes meet the documented limits first', async () => {
    expect(await patienceOf(limits, 'sign-in', () => ({ ip: '203.0.113.1', account: 'asha@example.com' }))).to.be.within(200, 400);
    expect(await patienceOf(limits, 'code', () => ({ ip: '203.0.113.2', account: 'user 1' }))).to.be.within(250, 400);
  });

  it('stop an address that tries one account after the other', async () => {
    for (const [limit, least, most] of [['sign-in', 300, 600], ['code', 500, 1_000], ['registration', 500, 1_000], ['hold', 1_000, 3_000], ['checkout', 1_000, 3_000]] as const) {
      expect(await patienceOf(limits, limit, (turn) => ({ ip: '203.0.113.1', account: `person-${turn}@example.com` })), limit).to.be.within(least, most);
    }
  });

  it('stop an account that comes from everywhere', async () => {
    for (const limit of ['sign-in', 'code', 'hold', 'checkout'] as const) {
      expect(await patienceOf(limits, limit, (turn) => ({ ip: `203.0.113.${turn}`, account: 'asha@example.com' })), limit).to.be.within(100, 300);
    }
    expect(await refusalOf(limits.take('sign-in', { ip: '198.51.100.1', account: 'ASHA@example.com' }))).to.include({ code: 'RATE_LIMITED' });
    expect(await refusalOf(limits.take('sign-in', { ip: '198.51.100.1', account: 'bikram@example.com' }))).to.equal(undefined);
  });

  it('do not count who signs in rightly', async () => {
    for (let turn = 0; turn < 600; turn += 1) await (await limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' })).giveBack();
    expect(await refusalOf(limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' }))).to.equal(undefined);
  });

  it('say when to come back', async () => {
    await patienceOf(limits, 'hold', () => ({ ip: '203.0.113.1', account: 'user 1' }));
    const refusal = await refusalOf(limits.take('hold', { ip: '203.0.113.1', account: 'user 1' }));
    expect(refusal).to.include({ kind: 'throttled', code: 'RATE_LIMITED' });
    expect(refusal?.retryAfterSeconds).to.be.within(1, 60);
  });

  it('count calls of one address, whatever they are for', async () => {
    let calls = 0;
    while (!(await refusalOf(limits.countCall('203.0.113.1')))) calls += 1;
    expect(calls).to.be.within(1_000, 10_000);
    expect(await refusalOf(limits.countCall('203.0.113.2'))).to.equal(undefined);
  });

  it('let requests go on when the books can not be read', async () => {
    const broken: OpenBudget = () => ({ consume: () => Promise.reject(new Error('no books')), reward: () => Promise.reject(new Error('no books')) }) as unknown as ReturnType<OpenBudget>;
    limits = rateLimits({ openBudget: broken, report: (error) => reported.push(error) });
    await (await limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' })).giveBack();
    expect(reported.map(String)).to.deep.equal(Array(4).fill('Error: no books'));
  });

  it('take the network of an IPv6 customer for one address', () => {
    const keys = { '203.0.113.9': '203.0.113.9', '::ffff:203.0.113.9': '203.0.113.9', '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64', '2001:DB8:0001:2::1': '2001:db8:1:2::/64', '2001:db8::7': '2001:db8:0:0::/64', '::1': '0:0:0:0::/64', 'fe80::1%eth0': 'fe80:0:0:0::/64', '': '', 'unknown': 'unknown' };
    for (const [ip, key] of Object.entries(keys)) expect(addressKey(ip), ip).to.equal(key);
  });

  it('are a 429 with Retry-After through HTTP, except where callers are never refused', async () => {
    const answer = Type.Object({});
    const wrong = async () => { throw new Refusal('unauthenticated', 'WRONG_PASSWORD', 'Wrong.'); };
    const edge = await startEdge({ limits, routes: [
      route({ method: 'post', path: '/sign-in', summary: 'Sign in', access: 'public', limit: 'sign-in', body: Type.Object({ email: text() }), status: 200, answer, handle: wrong }),
      route({ method: 'get', path: '/read', summary: 'Read', access: 'public', status: 200, answer, handle: async () => ({}) }),
      route({ method: 'get', path: '/callback', summary: 'Callback', access: 'public', limit: 'none', status: 200, answer, handle: async () => ({}) }),
    ] });
    await patienceOf(limits, 'sign-in', () => ({ ip: '203.0.113.1', account: 'asha@example.com' }));
    const [asha, bikram] = [await edge.post('/sign-in', { email: 'asha@example.com' }), await edge.post('/sign-in', { email: 'bikram@example.com' })];
    expect([asha.status, asha.json.code, bikram.status]).to.deep.equal([429, 'RATE_LIMITED', 401]);
    expect(Number(asha.headers.get('retry-after'))).to.be.within(1, 900);

    while (!(await refusalOf(limits.countCall('127.0.0.1'))));
    expect([(await edge.get('/read')).status, (await edge.get('/callback')).status]).to.deep.equal([429, 200]);
    await edge.close();
  });
});

describe('rate limits of several processes', () => {
  let databases: readonly Database[] = [];

  before(async function () {
    const url = await postgresUrl();
    if (url === '') this.skip();
    databases = [connectDatabase(url), connectDatabase(url)];
    await migrate(databases[0]!.knex);
    await databases[0]!.knex('rate_limits').delete();
  });
  after(() => Promise.all(databases.map((database) => database.close())));

  it('are shared through Postgres', async () => {
    const [one, other] = databases.map((database) => rateLimits({ openBudget: postgresBudget(database), report: (error) => { throw error as Error; } }));
    let turn = 0;
    const taken = await patienceOf({ ...one!, take: (...args) => ((turn += 1) % 2 === 0 ? one! : other!).take(...args) }, 'checkout', () => ({ ip: '203.0.113.1', account: 'user 1' }));
    expect(taken).to.equal(120);
    expect(await refusalOf(one!.take('checkout', { ip: '203.0.113.1', account: 'user 1' }))).to.include({ code: 'RATE_LIMITED' });
    expect(await refusalOf(other!.take('checkout', { ip: '203.0.113.1', account: 'user 2' }))).to.equal(undefined);
  });

  it('are counted by each alone while Postgres is not there', async () => {
    const gone = connectDatabase('postgres://postgres@127.0.0.1:1/test');
    const limits = rateLimits({ openBudget: postgresBudget(gone), report: (error) => { throw error as Error; } });
    expect(await refusalOf(limits.take('checkout', { ip: '203.0.113.1', account: 'user 1' }))).to.equal(undefined);
    await gone.close();
  });
});
