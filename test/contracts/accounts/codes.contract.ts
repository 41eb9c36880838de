import { expect } from 'chai';
import type { CodeFamily, CodeId } from '../../../core/accounts/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const LAPSE = minutesAfter(NOW, 10);

onEveryEngine('one-time codes', (engine) => {
  let user: UserId;
  beforeEach(async () => {
    user = await aPassengerId(engine());
  });

  const add = (
    digest: string,
    { family = 'EMAIL', createdAt = NOW }: { readonly family?: CodeFamily; readonly createdAt?: Instant } = {},
  ) =>
    engine().transact(({ codes }) =>
      codes.add({ userId: user, family, purpose: 'SIGNUP', digest, createdAt, expiresAt: minutesAfter(createdAt, 10) }),
    );
  const reserveTry = ({ now = NOW, family = 'EMAIL' }: { readonly now?: Instant; readonly family?: CodeFamily } = {}) =>
    engine().transact(({ codes }) => codes.reserveTry(user, family, 2, now));
  const use = (id: CodeId) => engine().transact(({ codes }) => codes.use(id));
  const digestOf = async (outcome: ReturnType<typeof reserveTry>) => {
    const tried = await outcome;
    return typeof tried === 'string' ? tried : tried.digest;
  };

  it('a try of a one-time code is counted before the code is compared, and is refused after the last allowed try', async () => {
    const id = await add('one');
    expect([await reserveTry(), await reserveTry()]).to.deep.equal([
      { id, digest: 'one', number: 1 },
      { id, digest: 'one', number: 2 },
    ]);
    expect([await reserveTry(), await reserveTry(), await use(id)]).to.deep.equal(['exhausted', 'absent', false]);
  });

  it('a one-time code can be used only once', async () => {
    const id = await add('one');
    expect([await use(id), await use(id), await reserveTry()]).to.deep.equal([true, false, 'absent']);
  });

  it('a one-time code is valid until just before the moment it expires', async () => {
    await add('one');
    expect(await digestOf(reserveTry({ now: (LAPSE - 1) as Instant }))).to.equal('one');
    expect(await reserveTry({ now: LAPSE })).to.equal('absent');
  });

  it('a one-time code is invalid once its user gets a newer code for the same purpose', async () => {
    await add('one');
    const newest = await add('two', { createdAt: secondsAfter(NOW, 1) });
    const other = await aPassengerId(engine());
    await engine().transact(({ codes }) =>
      codes.add({
        userId: other,
        family: 'EMAIL',
        purpose: 'SIGNUP',
        digest: 'of another',
        createdAt: LAPSE,
        expiresAt: minutesAfter(LAPSE, 1),
      }),
    );
    expect(await digestOf(reserveTry())).to.equal('two');
    expect(await reserveTry({ family: 'SIGN_IN' })).to.equal('absent');
    await use(newest);
    expect(await reserveTry()).to.equal('absent');
  });

  it('the later of two one-time codes made at the same moment counts as the newest', async () => {
    await add('one');
    await add('two');
    expect(await digestOf(reserveTry())).to.equal('two');
  });

  it('a one-time code that could not be sent does not count towards the limits', async () => {
    await add('one');
    const id = await add('two', { createdAt: secondsAfter(NOW, 1) });
    await engine().transact(({ codes }) => codes.remove(id));
    expect(await digestOf(reserveTry())).to.equal('one');
  });

  it('the number of one-time codes since a given moment is counted for each user and purpose', async () => {
    await add('one');
    await add('two', { family: 'SIGN_IN', createdAt: secondsAfter(NOW, 5) });
    await add('three', { family: 'RESET', createdAt: secondsAfter(NOW, 9) });
    const sent = (families: readonly CodeFamily[], since: Instant) =>
      engine().transact(({ codes }) => codes.sent(user, families, since));
    expect(await sent(['EMAIL', 'SIGN_IN'], (NOW - 1) as Instant)).to.deep.equal({
      count: 2,
      oldest: NOW,
      newest: secondsAfter(NOW, 5),
    });
    expect(await sent(['EMAIL', 'SIGN_IN'], NOW)).to.deep.equal({
      count: 1,
      oldest: secondsAfter(NOW, 5),
      newest: secondsAfter(NOW, 5),
    });
    expect(await sent(['EMAIL'], NOW)).to.deep.equal({ count: 0, oldest: undefined, newest: undefined });
    expect(
      await engine().transact(({ codes }) => codes.sent(77 as UserId, ['EMAIL'], (NOW - 1) as Instant)),
    ).to.include({ count: 0 });
  });

  it('one-time codes are deleted some time after they expired, a few at a time', async () => {
    for (const digest of ['one', 'two', 'three']) await add(digest);
    const prune = (before: Instant) => engine().transact(({ codes }) => codes.prune(before, 2));
    expect([
      await prune(LAPSE),
      await prune(minutesAfter(LAPSE, 1)),
      await prune(minutesAfter(LAPSE, 1)),
    ]).to.deep.equal([0, 2, 1]);
  });
});
