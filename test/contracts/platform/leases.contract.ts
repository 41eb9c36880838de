import { expect } from 'chai';
import type { Lease } from '../../../core/platform/leases.ts';
import { type Instant, secondsAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

const ours: Lease = { name: 'outbox', holder: 'one process' };
const theirs: Lease = { name: 'outbox', holder: 'another process' };
const LAPSE = secondsAfter(START, 5);

onEveryEngine('leases', (engine) => {
  const take = (
    lease: Lease,
    { now = START, until = LAPSE }: { readonly now?: Instant; readonly until?: Instant } = {},
  ) => engine().transact(({ leases }) => leases.take(lease, until, now));
  const release = (lease: Lease) => engine().transact(({ leases }) => leases.release(lease));

  it('a lease on a job has one holder at a time, until the lease expires', async () => {
    expect([
      await take(ours),
      await take(theirs),
      await take(theirs, { now: secondsAfter(START, 4.999) }),
    ]).to.deep.equal([true, false, false]);
    expect([
      await take(theirs, { now: LAPSE, until: secondsAfter(LAPSE, 5) }),
      await take(ours, { now: LAPSE }),
    ]).to.deep.equal([true, false]);
  });

  it('a lease is renewed by its holder', async () => {
    await take(ours);
    expect(await take(ours, { until: secondsAfter(START, 10) })).to.equal(true);
    expect(await take(theirs, { now: LAPSE })).to.equal(false);
  });

  it('a lease is released by its holder, and by nobody else', async () => {
    await take(ours);
    await release(theirs);
    expect(await take(theirs)).to.equal(false);
    await release(ours);
    expect(await take(theirs)).to.equal(true);
  });

  it('a lease of one name does not affect leases of other names', async () => {
    await take(ours);
    expect(await take({ ...theirs, name: 'something else' })).to.equal(true);
    await release({ ...ours, name: 'something else' });
    expect(await take(theirs)).to.equal(false);
  });
});

onEveryEngine('a lease', (engine) => {
  it('a lease goes to only one of twelve processes that ask at once', async () => {
    const takers = Array.from({ length: 12 }, (_, index) => ({ name: 'outbox', holder: `process ${index}` }));
    const taken = await Promise.all(
      takers.map((lease) => engine().transact(({ leases }) => leases.take(lease, LAPSE, START))),
    );
    expect(taken.filter(Boolean)).to.have.length(1);
  });
});
