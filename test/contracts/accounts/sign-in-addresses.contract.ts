import { expect } from 'chai';
import type { Attempt } from '../../../core/accounts/lockout.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';

const POLICY = { maxAttempts: 3, minutes: 15 };
const UNTIL = minutesAfter(NOW, 15);
const HERE = '203.0.113.7';
const THERE = '2001:db8:1:2::/64';

onEveryEngine('sign-in addresses', (engine) => {
  let user: UserId;
  beforeEach(async () => {
    ({ id: user } = await anOperator(engine()));
  });

  const transact: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const find = (address = HERE, of = user) => transact(({ signInAddresses }) => signInAddresses.find(of, address));
  const reserve = (address = HERE, now: Instant = NOW, of = user) =>
    transact(({ signInAddresses }) => signInAddresses.reserveAttempt(of, address, POLICY, now));
  const release = (attempt: Attempt | undefined) =>
    transact(({ signInAddresses }) => signInAddresses.releaseAttempt(user, HERE, attempt!));
  const prune = (before: Instant, limit = 10) =>
    transact(({ signInAddresses }) => signInAddresses.prune(before, limit));

  it('an account’s record of sign-ins from an IP address does not exist before the first attempt', async () => {
    expect(await find()).to.equal(undefined);
  });

  it('failed sign-ins to an account are counted for each IP address, and the last allowed failure locks that address', async () => {
    const { id: other } = await anOperator(engine());
    expect([await reserve(), await reserve(), await reserve(), await reserve()]).to.deep.equal([
      { number: 1, locksUntil: null },
      { number: 2, locksUntil: null },
      { number: 3, locksUntil: UNTIL },
      undefined,
    ]);
    expect([await find(), await find(THERE)]).to.deep.equal([{ lockedUntil: UNTIL, lastSignInAt: null }, undefined]);
    expect([await reserve(THERE), await reserve(HERE, NOW, other)]).to.deep.equal([
      { number: 1, locksUntil: null },
      { number: 1, locksUntil: null },
    ]);
  });

  it('failed sign-ins from one IP address are all counted when many arrive at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => reserve()));
    expect(outcomes.map((attempt) => attempt?.number ?? 9).sort()).to.deep.equal([1, 2, 3, 9, 9, 9, 9, 9]);
  });

  it('an IP address locked after failed sign-ins is unlocked exactly when its lock ends, and its count restarts at zero', async () => {
    for (let n = 0; n < 3; n += 1) await reserve();
    expect(await reserve(HERE, (UNTIL - 1) as Instant)).to.equal(undefined);
    expect(await reserve(HERE, UNTIL)).to.deep.equal({ number: 1, locksUntil: null });
  });

  it('undoing a failed sign-in lifts the lock that it put on the IP address, and no other lock', async () => {
    const [first, , third] = [await reserve(), await reserve(), await reserve()];
    await release(first);
    expect(await find()).to.include({ lockedUntil: UNTIL });
    await release(third);
    expect([await find(), await reserve()]).to.deep.equal([
      { lockedUntil: null, lastSignInAt: null },
      { number: 2, locksUntil: null },
    ]);
  });

  it('the count of failed sign-ins of an account is cleared for one IP address, or for all IP addresses', async () => {
    const { id: other } = await anOperator(engine());
    for (const [address, of] of [
      [HERE, user],
      [THERE, user],
      [HERE, other],
    ] as const)
      for (let n = 0; n < 3; n += 1) await reserve(address, NOW, of);
    await transact(({ signInAddresses }) => signInAddresses.clearAttempts(user, HERE));
    expect([await reserve(), await reserve(THERE)]).to.deep.equal([{ number: 1, locksUntil: null }, undefined]);
    await transact(({ signInAddresses }) => signInAddresses.clearAllAttempts(user));
    expect([await reserve(), await reserve(THERE), await reserve(HERE, NOW, other)]).to.deep.equal([
      { number: 1, locksUntil: null },
      { number: 1, locksUntil: null },
      undefined,
    ]);
  });

  it('an account’s last successful sign-in from an IP address is stored beside the count of failed sign-ins from it', async () => {
    const signedIn = (at: Instant) =>
      transact(({ signInAddresses }) => signInAddresses.signedIn(user, HERE, at, daysAfter(at, 90)));
    await signedIn(NOW);
    expect(await find()).to.deep.equal({ lockedUntil: null, lastSignInAt: NOW });
    await reserve();
    await signedIn(hoursAfter(NOW, 1));
    expect([await find(), await reserve()]).to.deep.equal([
      { lockedUntil: null, lastSignInAt: hoursAfter(NOW, 1) },
      { number: 2, locksUntil: null },
    ]);
  });

  it('an IP address has a sign-in when anybody signed in from it after a moment, and not after failed sign-ins', async () => {
    const has = (address: string, since: Instant) =>
      transact(({ signInAddresses }) => signInAddresses.hasSignIn(address, since));
    await reserve(THERE);
    await transact(({ signInAddresses }) => signInAddresses.signedIn(user, HERE, NOW, daysAfter(NOW, 90)));
    expect([await has(HERE, (NOW - 1) as Instant), await has(HERE, NOW)]).to.deep.equal([true, false]);
    expect(await has(THERE, (NOW - 1) as Instant)).to.equal(false);
  });

  it('records of sign-ins from an IP address are deleted a day after their lock would end, a few at a time', async () => {
    const expiry = daysAfter(UNTIL, 1);
    for (const address of ['one', 'two', 'three']) await reserve(address);
    expect([
      await prune(expiry),
      await prune((expiry + 1) as Instant, 2),
      await prune((expiry + 1) as Instant, 2),
    ]).to.deep.equal([0, 2, 1]);
    expect(await find('one')).to.equal(undefined);
  });

  it('an IP address’s record with a successful sign-in is kept for 90 days, even after a later failed attempt', async () => {
    const expiry = daysAfter(NOW, 90);
    await transact(({ signInAddresses }) => signInAddresses.signedIn(user, HERE, NOW, expiry));
    await reserve();
    expect([await prune(expiry), await prune((expiry + 1) as Instant)]).to.deep.equal([0, 1]);
  });

  it('an IP address’s record of failed sign-ins is kept longer if another failed sign-in follows', async () => {
    await reserve();
    await reserve(HERE, hoursAfter(NOW, 5));
    expect(await prune((daysAfter(UNTIL, 1) + 1) as Instant)).to.equal(0);
  });
});
