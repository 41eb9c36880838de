import { expect } from 'chai';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

const LAPSE = daysAfter(NOW, 7);

onEveryEngine('nonces', (engine) => {
  const claim = (
    key: string,
    { expiresAt = LAPSE, now = NOW }: { readonly expiresAt?: Instant; readonly now?: Instant } = {},
  ) => engine().transact(({ nonces }) => nonces.claim(key, expiresAt, now));

  it('a nonce in the state parameter of a sign-in is accepted only once, until it expires', async () => {
    expect([await claim('a'), await claim('a'), await claim('b')]).to.deep.equal([true, false, true]);
    expect([
      await claim('a', { now: (LAPSE - 1) as Instant }),
      await claim('a', { expiresAt: minutesAfter(LAPSE, 1), now: LAPSE }),
      await claim('a', { now: LAPSE }),
    ]).to.deep.equal([false, true, false]);
  });

  it('used nonces are deleted some time after they expired, a few at a time', async () => {
    for (const key of ['one', 'two', 'three']) await claim(key);
    const prune = (before: Instant) => engine().transact(({ nonces }) => nonces.prune(before, 2));
    expect([
      await prune(LAPSE),
      await prune(minutesAfter(LAPSE, 1)),
      await prune(minutesAfter(LAPSE, 1)),
    ]).to.deep.equal([0, 2, 1]);
  });
});
