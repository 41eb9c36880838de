import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('second factors', (engine) => {
  let user: UserId;
  beforeEach(async () => {
    user = await aPassengerId(engine());
  });

  const start = (secret: string, { of = user, at = NOW }: { readonly of?: UserId; readonly at?: Instant } = {}) =>
    engine().transact(({ secondFactors }) => secondFactors.start(of, secret, at));
  const confirm = (step = 7, digests: readonly string[] = ['one', 'two'], of = user) =>
    engine().transact(({ secondFactors }) => secondFactors.confirm(of, step, digests, minutesAfter(NOW, 1)));
  const find = () => engine().transact(({ secondFactors }) => secondFactors.find(user));
  const useStep = (step: number) => engine().transact(({ secondFactors }) => secondFactors.useStep(user, step));
  const useRecoveryCode = (digest: string, of = user) =>
    engine().transact(({ secondFactors }) => secondFactors.useRecoveryCode(of, digest));
  const remove = () => engine().transact(({ secondFactors }) => secondFactors.remove(user));
  const isOn = () => engine().accounts.hasSecondFactor(user);

  it('a second factor is turned on only once its user confirms it', async () => {
    expect([await find(), await isOn(), await confirm()]).to.deep.equal([undefined, false, false]);
    expect(await start('sealed')).to.equal(true);
    expect([await find(), await isOn()]).to.deep.equal([
      { sealedSecret: 'sealed', startedAt: NOW, confirmedAt: null },
      false,
    ]);
    expect(await confirm()).to.equal(true);
    expect([await find(), await isOn()]).to.deep.equal([
      { sealedSecret: 'sealed', startedAt: NOW, confirmedAt: minutesAfter(NOW, 1) },
      true,
    ]);
  });

  it('an unconfirmed second factor is replaced by a new one, but a confirmed second factor is not', async () => {
    await start('first');
    expect(await start('second', { at: minutesAfter(NOW, 5) })).to.equal(true);
    expect(await find()).to.deep.equal({
      sealedSecret: 'second',
      startedAt: minutesAfter(NOW, 5),
      confirmedAt: null,
    });
    await confirm();
    expect([await start('third'), await confirm(8), (await find())?.sealedSecret]).to.deep.equal([
      false,
      false,
      'second',
    ]);
  });

  it('a second factor accepts each time step only once, and refuses every earlier time step afterwards', async () => {
    await start('sealed');
    expect(await useStep(9)).to.equal(false);
    await confirm(7);
    expect([await useStep(7), await useStep(6), await useStep(8), await useStep(8), await useStep(7)]).to.deep.equal([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('a second factor’s time step is accepted for only one of many requests at once', async () => {
    await start('sealed');
    await confirm(7);
    const used = await Promise.all(Array.from({ length: 8 }, () => useStep(8)));
    expect(used.filter(Boolean)).to.have.length(1);
  });

  it('a recovery code is accepted only once, even if many requests send it at once, and only for its own user', async () => {
    const other = await aPassengerId(engine());
    await start('sealed');
    await confirm();
    await start('sealed', { of: other });
    await confirm(7, ['three'], other);
    expect([await useRecoveryCode('three'), await useRecoveryCode('four')]).to.deep.equal([false, false]);
    const used = await Promise.all(Array.from({ length: 8 }, () => useRecoveryCode('one')));
    expect(used.filter(Boolean)).to.have.length(1);
    expect([await useRecoveryCode('two'), await useRecoveryCode('three', other)]).to.deep.equal([true, true]);
  });

  it('removing a second factor removes its recovery codes too', async () => {
    await start('sealed');
    expect(await remove()).to.equal(false);
    await confirm();
    expect([await remove(), await remove(), await isOn(), await useRecoveryCode('one')]).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    await start('another');
    expect([await confirm(3), await useStep(3), await useStep(4)]).to.deep.equal([true, false, true]);
  });
});

onEveryEngine('attempts at codes', (engine) => {
  const LAPSE = minutesAfter(NOW, 10);
  const reserve = (key = 'one', expiresAt = LAPSE, now = NOW) =>
    engine().transact(({ codeTries }) => codeTries.reserve(key, 3, expiresAt, now));
  const prune = (before: Instant) => engine().transact(({ codeTries }) => codeTries.prune(before, 2));

  it('attempts at second-factor codes are counted separately for each user and each sign-in, up to the maximum', async () => {
    expect([await reserve(), await reserve(), await reserve('two'), await reserve(), await reserve()]).to.deep.equal([
      1,
      2,
      1,
      3,
      undefined,
    ]);
  });

  it('attempts at second-factor codes do not exceed the maximum when many arrive at once', async () => {
    const numbers = await Promise.all(Array.from({ length: 12 }, () => reserve()));
    expect(numbers.filter((number) => number !== undefined).sort()).to.deep.equal([1, 2, 3]);
  });

  it('attempts at second-factor codes start anew once they have expired, and a right code does not count', async () => {
    for (let n = 0; n < 3; n += 1) await reserve();
    await engine().transact(({ codeTries }) => codeTries.release('one'));
    expect([await reserve(), await reserve()]).to.deep.equal([3, undefined]);
    const later = daysAfter(LAPSE, 1);
    expect([await reserve('one', later, LAPSE), await reserve('one', later, LAPSE)]).to.deep.equal([1, 2]);
  });

  it('attempts at second-factor codes are deleted after they expired, a few at a time', async () => {
    for (const key of ['one', 'two', 'three']) await reserve(key);
    await reserve('four', daysAfter(LAPSE, 1));
    expect([
      await prune(LAPSE),
      await prune(minutesAfter(LAPSE, 1)),
      await prune(minutesAfter(LAPSE, 1)),
    ]).to.deep.equal([0, 2, 1]);
  });
});
