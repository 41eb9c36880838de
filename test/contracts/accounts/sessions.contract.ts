import { expect } from 'chai';
import type { Session } from '../../../core/accounts/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerId } from '../../support/people.ts';

const LAPSE = daysAfter(NOW, 7);

onEveryEngine('refresh sessions', (engine) => {
  let user: UserId;
  beforeEach(async () => {
    user = await aPassengerId(engine());
  });

  const session = (id: string, family: string): Session => ({
    id,
    family,
    startedAt: secondsAfter(NOW, -60),
    userId: user,
    role: 'PASSENGER',
    issuedAt: NOW,
    expiresAt: LAPSE,
  });
  const add = (id: string, family = 'family') => engine().transact(({ sessions }) => sessions.add(session(id, family)));
  const find = (id: string) => engine().transact(({ sessions }) => sessions.find(id));
  const rotate = (id: string) => engine().transact(({ sessions }) => sessions.rotate(id, secondsAfter(NOW, 5)));

  it('a stored refresh session is read with the fields that it was stored with', async () => {
    await add('one');
    expect(await find('one')).to.deep.equal({ ...session('one', 'family'), rotatedAt: null, revokedAt: null });
    expect(await find('two')).to.equal(undefined);
  });

  it('a refresh session is exchanged for its successor only once', async () => {
    await add('one');
    await add('two');
    expect([await rotate('one'), await rotate('one'), await rotate('unknown')]).to.deep.equal([true, false, false]);
    expect(await find('one')).to.include({ rotatedAt: secondsAfter(NOW, 5) });
    expect(await find('two')).to.include({ rotatedAt: null });
  });

  it('ending a refresh session ends all sessions of the same sign-in, and no others', async () => {
    for (const id of ['one', 'two']) await add(id);
    await add('three', 'others');
    await rotate('one');
    const revoke = (at: Instant) => engine().transact(({ sessions }) => sessions.revokeFamily('family', at));
    await revoke(NOW);
    await revoke(LAPSE);
    expect([await find('one'), await find('two'), await find('three')].map((found) => found?.revokedAt)).to.deep.equal([
      NOW,
      NOW,
      null,
    ]);
    expect([await rotate('two'), await rotate('three')]).to.deep.equal([false, true]);
  });

  it('all sessions of a user but one sign-in end at once, and those of other users go on', async () => {
    const { id: other } = await aPassenger(engine());
    for (const id of ['one', 'two']) await add(id);
    for (const id of ['three', 'four']) await add(id, `family of ${id}`);
    await engine().transact(({ sessions }) => sessions.add({ ...session('five', 'elsewhere'), userId: other }));
    const ended = async () => {
      const found = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(find));
      return found.filter((one) => one?.revokedAt === NOW).map((one) => one?.id);
    };
    await engine().transact(({ sessions }) => sessions.revokeOthers(user, 'family', NOW));
    expect(await ended()).to.deep.equal(['three', 'four']);
    await engine().transact(({ sessions }) => sessions.revokeOthers(user, undefined, NOW));
    expect(await ended()).to.deep.equal(['one', 'two', 'three', 'four']);
  });

  it('refresh sessions are deleted some time after they expired, a few at a time', async () => {
    for (const id of ['one', 'two', 'three']) await add(id);
    const prune = (before: Instant) => engine().transact(({ sessions }) => sessions.prune(before, 2));
    expect([
      await prune(LAPSE),
      await prune(minutesAfter(LAPSE, 1)),
      await prune(minutesAfter(LAPSE, 1)),
    ]).to.deep.equal([0, 2, 1]);
  });
});
