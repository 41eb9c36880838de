import { expect } from 'chai';
import type { Session } from '../../core/accounts/ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { daysAfter, minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { START as NOW } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const LAPSE = daysAfter(NOW, 7);

onEveryEngine('refresh sessions', (engine) => {
  let user: UserId;
  beforeEach(async () => { user = await aPassengerId(engine()); });

  const session = (id: string, family: string): Session => ({ id, family, userId: user, role: 'PASSENGER', issuedAt: NOW, expiresAt: LAPSE });
  const add = (id: string, family = 'family') => engine().transact(({ sessions }) => sessions.add(session(id, family)));
  const find = (id: string) => engine().transact(({ sessions }) => sessions.find(id));
  const rotate = (id: string) => engine().transact(({ sessions }) => sessions.rotate(id, secondsAfter(NOW, 5)));

  it('come back as they were added', async () => {
    await add('one');
    expect(await find('one')).to.deep.equal({ ...session('one', 'family'), rotatedAt: null, revokedAt: null });
    expect(await find('two')).to.equal(undefined);
  });

  it('are exchanged once', async () => {
    await add('one');
    await add('two');
    expect([await rotate('one'), await rotate('one'), await rotate('unknown')]).to.deep.equal([true, false, false]);
    expect(await find('one')).to.include({ rotatedAt: secondsAfter(NOW, 5) });
    expect(await find('two')).to.include({ rotatedAt: null });
  });

  it('end with their whole family, and no other', async () => {
    for (const id of ['one', 'two']) await add(id);
    await add('three', 'others');
    await rotate('one');
    const revoke = (at: Instant) => engine().transact(({ sessions }) => sessions.revokeFamily('family', at));
    await revoke(NOW);
    await revoke(LAPSE);
    expect([await find('one'), await find('two'), await find('three')].map((found) => found?.revokedAt)).to.deep.equal([NOW, NOW, null]);
    expect([await rotate('two'), await rotate('three')]).to.deep.equal([false, true]);
  });

  it('are forgotten some time after they expired, a few at a time', async () => {
    for (const id of ['one', 'two', 'three']) await add(id);
    const prune = (before: Instant) => engine().transact(({ sessions }) => sessions.prune(before, 2));
    expect([await prune(LAPSE), await prune(minutesAfter(LAPSE, 1)), await prune(minutesAfter(LAPSE, 1))]).to.deep.equal([0, 2, 1]);
  });
});

onEveryEngine('trusted devices', (engine) => {
  let user: UserId;
  beforeEach(async () => { user = await aPassengerId(engine()); });

  const trust = (device: string, expiresAt = LAPSE) => engine().transact(({ devices }) => devices.trust(user, device, NOW, expiresAt));
  const isTrusted = (device: string, now = NOW, of = user) => engine().transact(({ devices }) => devices.isTrusted(of, device, now));

  it('are trusted for one user, up to, not including, the end', async () => {
    await trust('laptop');
    const other = await aPassengerId(engine());
    expect([await isTrusted('laptop'), await isTrusted('laptop', (LAPSE - 1) as Instant), await isTrusted('laptop', LAPSE)]).to.deep.equal([true, true, false]);
    expect([await isTrusted('phone'), await isTrusted('laptop', NOW, other)]).to.deep.equal([false, false]);
  });

  it('are trusted anew by another code', async () => {
    await trust('laptop');
    await trust('laptop', daysAfter(LAPSE, 1));
    expect(await isTrusted('laptop', LAPSE)).to.equal(true);
  });

  it('are never trusted without a name', async () => {
    for (const blank of ['', '  ']) {
      await trust(blank);
      expect(await isTrusted(blank)).to.equal(false);
    }
  });

  it('are all forgotten at once, those of one user', async () => {
    const other = await aPassengerId(engine());
    await trust('laptop');
    await trust('phone');
    await engine().transact(({ devices }) => devices.trust(other, 'laptop', NOW, LAPSE));
    await engine().transact(({ devices }) => devices.forgetAll(user));
    expect([await isTrusted('laptop'), await isTrusted('phone'), await isTrusted('laptop', NOW, other)]).to.deep.equal([false, false, true]);
  });

  it('are forgotten some time after they expired, a few at a time', async () => {
    for (const device of ['one', 'two', 'three']) await trust(device);
    const prune = (before: Instant) => engine().transact(({ devices }) => devices.prune(before, 2));
    expect([await prune(LAPSE), await prune(minutesAfter(LAPSE, 1)), await prune(minutesAfter(LAPSE, 1))]).to.deep.equal([0, 2, 1]);
  });
});

onEveryEngine('things that work once', (engine) => {
  const claim = (key: string, expiresAt = LAPSE, now = NOW) => engine().transact(({ usedOnce }) => usedOnce.claim(key, expiresAt, now));

  it('work once, until that is forgotten', async () => {
    expect([await claim('a'), await claim('a'), await claim('b')]).to.deep.equal([true, false, true]);
    expect([await claim('a', LAPSE, (LAPSE - 1) as Instant), await claim('a', minutesAfter(LAPSE, 1), LAPSE), await claim('a', LAPSE, LAPSE)]).to.deep.equal([false, true, false]);
  });

  it('are forgotten some time after they expired, a few at a time', async () => {
    for (const key of ['one', 'two', 'three']) await claim(key);
    const prune = (before: Instant) => engine().transact(({ usedOnce }) => usedOnce.prune(before, 2));
    expect([await prune(LAPSE), await prune(minutesAfter(LAPSE, 1)), await prune(minutesAfter(LAPSE, 1))]).to.deep.equal([0, 2, 1]);
  });
});

onEveryEngine('the login log', (engine) => {
  it('tells what was written, the newest first', async () => {
    const userId = await aPassengerId(engine());
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox' };
    const full = { kind: 'SUCCESS', userId, email: 'asha@example.com', role: 'PASSENGER', message: 'Signed in.', origin } as const;
    const bare = { kind: 'FAILED', message: 'No such account.', origin } as const;
    await engine().transact(async ({ loginLog }) => { await loginLog.add(full, NOW); await loginLog.add(bare, LAPSE); });
    const newest = (limit: number) => engine().transact(({ loginLog }) => loginLog.newest(limit));
    expect(await newest(5)).to.deep.equal([{ ...bare, at: LAPSE }, { ...full, at: NOW }]);
    expect(await newest(1)).to.have.length(1);
  });
});
