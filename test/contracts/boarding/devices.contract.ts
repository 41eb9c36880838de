import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const LAPSE = daysAfter(NOW, 7);

onEveryEngine('trusted devices', (engine) => {
  let user: UserId;
  beforeEach(async () => {
    user = await aPassengerId(engine());
  });

  const trust = (device: string, expiresAt = LAPSE) =>
    engine().transact(({ devices }) => devices.trust(user, device, NOW, expiresAt));
  const isTrusted = (device: string, { now = NOW, of = user }: { readonly now?: Instant; readonly of?: UserId } = {}) =>
    engine().transact(({ devices }) => devices.isTrusted(of, device, now));

  it('a device is trusted only for the user who trusted it, and only until that trust expires', async () => {
    await trust('laptop');
    const other = await aPassengerId(engine());
    expect([
      await isTrusted('laptop'),
      await isTrusted('laptop', { now: (LAPSE - 1) as Instant }),
      await isTrusted('laptop', { now: LAPSE }),
    ]).to.deep.equal([true, true, false]);
    expect([await isTrusted('phone'), await isTrusted('laptop', { of: other })]).to.deep.equal([false, false]);
  });

  it('a device that is trusted again stays trusted until the later expiry', async () => {
    await trust('laptop');
    await trust('laptop', daysAfter(LAPSE, 1));
    expect(await isTrusted('laptop', { now: LAPSE })).to.equal(true);
  });

  it('a device without a name is never trusted', async () => {
    for (const blank of ['', '  ']) {
      await trust(blank);
      expect(await isTrusted(blank)).to.equal(false);
    }
  });

  describe('wrong passwords of a trusted device', () => {
    const POLICY = { maxAttempts: 3, minutes: 15 };
    const UNTIL = minutesAfter(NOW, 15);
    const reserve = (device = 'laptop', { now = NOW }: { readonly now?: Instant } = {}) =>
      engine().transact(({ devices }) => devices.reserveAttempt(user, device, POLICY, now));
    const find = (device = 'laptop', { now = NOW }: { readonly now?: Instant } = {}) =>
      engine().transact(({ devices }) => devices.find(user, device, now));
    beforeEach(async () => {
      for (const device of ['laptop', 'phone']) await trust(device);
    });

    it('wrong passwords on a trusted device are counted before each check, and the last allowed one locks the device', async () => {
      expect([await reserve(), await reserve(), await find(), await reserve(), await reserve()]).to.deep.equal([
        { number: 1, locksUntil: null },
        { number: 2, locksUntil: null },
        { lockedUntil: null },
        { number: 3, locksUntil: UNTIL },
        undefined,
      ]);
      expect([await find(), await find('phone'), await reserve('phone')]).to.deep.equal([
        { lockedUntil: UNTIL },
        { lockedUntil: null },
        { number: 1, locksUntil: null },
      ]);
      expect((await engine().transact(({ users }) => users.find(user)))!).to.include({
        failedAttempts: 0,
        lockedUntil: null,
      });
    });

    it('a trusted device can be used again from the exact end of its lock on, with no wrong passwords counted', async () => {
      for (let n = 0; n < 3; n += 1) await reserve();
      expect([
        await reserve('laptop', { now: (UNTIL - 1) as Instant }),
        await reserve('laptop', { now: UNTIL }),
      ]).to.deep.equal([undefined, { number: 1, locksUntil: null }]);
    });

    it('wrong passwords on a device are counted for that device only while it is trusted', async () => {
      expect([await reserve('tablet'), await reserve(''), await reserve('laptop', { now: LAPSE })]).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
      expect([await find('tablet'), await find(''), await find('laptop', { now: LAPSE })]).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('undoing a wrong password on a trusted device lifts the lock that it caused, and no other lock', async () => {
      const [first, , third] = [await reserve(), await reserve(), await reserve()];
      const giveBack = (attempt: typeof first) =>
        engine().transact(({ devices }) => devices.releaseAttempt(user, 'laptop', attempt!));
      await giveBack(first);
      expect(await find()).to.deep.equal({ lockedUntil: UNTIL });
      await giveBack(third);
      expect([await find(), await reserve()]).to.deep.equal([{ lockedUntil: null }, { number: 2, locksUntil: null }]);
    });

    it('a trusted device’s count of wrong passwords is cleared on request, on renewed trust, and when its trust is revoked', async () => {
      for (const forget of [
        () => engine().transact(({ devices }) => devices.clearAttempts(user, 'laptop')),
        () => trust('laptop'),
        async () => {
          await engine().transact(({ devices }) => devices.revokeAll(user));
          await trust('laptop');
        },
      ]) {
        for (let n = 0; n < 3; n += 1) await reserve();
        await forget();
        expect([await find(), await reserve()]).to.deep.equal([{ lockedUntil: null }, { number: 1, locksUntil: null }]);
        await trust('laptop');
      }
    });
  });

  it('revoking a user’s trusted devices revokes all of them at once, and no other user’s device', async () => {
    const other = await aPassengerId(engine());
    await trust('laptop');
    await trust('phone');
    await engine().transact(({ devices }) => devices.trust(other, 'laptop', NOW, LAPSE));
    await engine().transact(({ devices }) => devices.revokeAll(user));
    expect([
      await isTrusted('laptop'),
      await isTrusted('phone'),
      await isTrusted('laptop', { of: other }),
    ]).to.deep.equal([false, false, true]);
  });

  it('trusted devices are deleted some time after their trust expired, a few at a time', async () => {
    for (const device of ['one', 'two', 'three']) await trust(device);
    const prune = (before: Instant) => engine().transact(({ devices }) => devices.prune(before, 2));
    expect([
      await prune(LAPSE),
      await prune(minutesAfter(LAPSE, 1)),
      await prune(minutesAfter(LAPSE, 1)),
    ]).to.deep.equal([0, 2, 1]);
  });
});
