import { expect } from 'chai';
import {
  type LimitName,
  type OpenBudget,
  type RateLimits,
  rateLimits,
} from '../../../adapters/http/route/rate-limits.ts';
import { addressKey } from '../../../core/kernel/address-key.ts';
import { patienceOf, refusalOf } from '../../support/patience.ts';

describe('rate limits', () => {
  let limits: RateLimits;
  let reported: unknown[];

  beforeEach(() => {
    reported = [];
    limits = rateLimits({ report: (error) => reported.push(error) });
  });

  const done = async () => 'done';
  const run = async <Result>(limit: LimitName, ip: string, task: () => Promise<Result>): Promise<Result> =>
    (await limits.take(limit, { ip })).run(task);

  it('rate limits on sign-ins and codes allow at least as many tries as the documentation says', async () => {
    expect(
      await patienceOf(limits, 'sign-in', () => ({ ip: '203.0.113.1', account: 'asha@example.com' })),
    ).to.be.within(200, 400);
    expect(await patienceOf(limits, 'code', () => ({ ip: '203.0.113.2', account: 'user 1' }))).to.be.within(250, 400);
  });

  it('rate limits stop an IP address that tries the passwords of one account after another', async () => {
    for (const [limit, least, most] of [
      ['sign-in', 300, 600],
      ['code', 500, 1_000],
      ['registration', 200, 400],
      ['hold', 1_000, 3_000],
      ['checkout', 1_000, 3_000],
    ] as const) {
      expect(
        await patienceOf(limits, limit, (turn) => ({ ip: '203.0.113.1', account: `person-${turn}@example.com` })),
        limit,
      ).to.be.within(least, most);
    }
  });

  it('rate limits stop many requests for one account from many IP addresses', async () => {
    for (const limit of ['code', 'hold', 'checkout'] as const) {
      expect(
        await patienceOf(limits, limit, (turn) => ({ ip: `203.0.113.${turn}`, account: 'asha@example.com' })),
        limit,
      ).to.be.within(100, 300);
    }
    expect(await refusalOf(limits.take('code', { ip: '198.51.100.1', account: 'ASHA@example.com' }))).to.include({
      code: 'RATE_LIMITED',
    });
    expect(await refusalOf(limits.take('code', { ip: '198.51.100.1', account: 'bikram@example.com' }))).to.equal(
      undefined,
    );
  });

  it('rate limits let an account’s owner sign in however many strangers try to', async () => {
    await patienceOf(limits, 'sign-in', (turn) => ({
      ip: `10.0.${turn >> 8}.${turn & 255}`,
      account: 'sita@example.com',
    }));
    expect(await refusalOf(limits.take('sign-in', { ip: '198.51.100.1', account: 'sita@example.com' }))).to.equal(
      undefined,
    );
  });

  it('rate limits allow an account to download 120 files a minute', async () => {
    expect(await patienceOf(limits, 'download', (turn) => ({ ip: `203.0.113.${turn}`, account: 'user 1' }))).to.equal(
      120,
    );
  });

  it('rate limits allow an office member 600 changes a minute, and one IP address 3,000 changes', async () => {
    expect(await patienceOf(limits, 'office', (turn) => ({ ip: `203.0.113.${turn}`, account: 'user 1' }))).to.equal(
      600,
    );
    expect(await patienceOf(limits, 'office', (turn) => ({ ip: '198.51.100.1', account: `member ${turn}` }))).to.equal(
      3_000,
    );
  });

  it('rate limits allow an account to download sixty tickets a minute, from any IP address', async () => {
    expect(await patienceOf(limits, 'ticket', (turn) => ({ ip: `203.0.113.${turn}`, account: 'user 1' }))).to.equal(60);
  });

  it('rate limits run four password checks or uploads of an IP address at once, let 32 wait, and refuse the rest', async () => {
    for (const limit of ['sign-in', 'registration', 'upload'] as const) {
      let [running, most] = [0, 0];
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const works = Array.from({ length: 37 }, () =>
        run(limit, '203.0.113.1', async () => {
          most = Math.max(most, (running += 1));
          await opened;
          running -= 1;
        }),
      );
      const refusal = await refusalOf(Promise.race(works));
      expect(refusal, limit).to.include({ kind: 'throttled', code: 'RATE_LIMITED' });
      expect(refusal?.retryAfterSeconds, limit).to.be.within(1, 10);
      expect(running, limit).to.equal(4);
      expect(await run(limit, '203.0.113.2', done), limit).to.equal('done');
      open();
      expect(
        (await Promise.allSettled(works)).filter(({ status }) => status === 'fulfilled'),
        limit,
      ).to.have.length(36);
      expect(most, limit).to.equal(4);
      await run(limit, '203.0.113.1', done);
    }
  });

  it('rate limits do not count requests that are refused because too many wait', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const works = Array.from({ length: 36 }, () => run('upload', '203.0.113.1', () => opened));
    for (let turn = 0; turn < 1_000; turn += 1)
      expect(await refusalOf(run('upload', '203.0.113.1', done)), String(turn)).to.include({ retryAfterSeconds: 3 });
    open();
    await Promise.all(works);
    expect(await run('upload', '203.0.113.1', done)).to.equal('done');
  });

  it('rate limits allow an IP address sixty log entries a local day for callbacks that match no payment', async () => {
    for (let turn = 0; turn < 60; turn += 1)
      expect(await limits.mayLogUnmatched('203.0.113.1', '2026-11-20')).to.equal(true);
    expect([
      await limits.mayLogUnmatched('203.0.113.1', '2026-11-20'),
      await limits.mayLogUnmatched('203.0.113.2', '2026-11-20'),
      await limits.mayLogUnmatched('203.0.113.1', '2026-11-21'),
    ]).to.deep.equal([false, true, true]);
  });

  it('rate limits do not count successful sign-ins', async () => {
    for (let turn = 0; turn < 600; turn += 1)
      await (await limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' })).run(done);
    expect(await refusalOf(limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' }))).to.equal(
      undefined,
    );
  });

  it('rate limits return to a refused caller the number of seconds to wait', async () => {
    await patienceOf(limits, 'hold', () => ({ ip: '203.0.113.1', account: 'user 1' }));
    const refusal = await refusalOf(limits.take('hold', { ip: '203.0.113.1', account: 'user 1' }));
    expect(refusal).to.include({ kind: 'throttled', code: 'RATE_LIMITED' });
    expect(refusal?.retryAfterSeconds).to.be.within(1, 60);
  });

  it('rate limits count all requests from one IP address together', async () => {
    let calls = 0;
    while (!(await refusalOf(limits.countCall('203.0.113.1')))) calls += 1;
    expect(calls).to.be.within(1_000, 10_000);
    expect(await refusalOf(limits.countCall('203.0.113.2'))).to.equal(undefined);
  });

  it('rate limits let requests pass if the stored counts cannot be read', async () => {
    const broken: OpenBudget = () =>
      ({
        consume: () => Promise.reject(new Error('no budgets')),
        reward: () => Promise.reject(new Error('no budgets')),
      }) as unknown as ReturnType<OpenBudget>;
    limits = rateLimits({ openBudget: broken, report: (error) => reported.push(error) });
    await (await limits.take('sign-in', { ip: '203.0.113.1', account: 'asha@example.com' })).run(done);
    expect(reported.map(String)).to.deep.equal(Array(4).fill('Error: no budgets'));
  });

  it('rate limits count all IPv6 addresses of one customer’s network together', () => {
    const keys = {
      '203.0.113.9': '203.0.113.9',
      '::ffff:203.0.113.9': '203.0.113.9',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
      '2001:DB8:0001:2::1': '2001:db8:1:2::/64',
      '2001:db8::7': '2001:db8:0:0::/64',
      '::1': '0:0:0:0::/64',
      'fe80::1%eth0': 'fe80:0:0:0::/64',
      '64:ff9b::203.0.113.9': '64:ff9b:0:0::/64',
      '2001:db8:1:2:3:4:203.0.113.9': '2001:db8:1:2::/64',
      '1:2:3:4::': '1:2:3:4::/64',
      '::': '0:0:0:0::/64',
      '': '',
      unknown: 'unknown',
    };
    for (const [ip, key] of Object.entries(keys)) expect(addressKey(ip), ip).to.equal(key);
  });
});
