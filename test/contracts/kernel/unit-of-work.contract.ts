import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { secondsAfter } from '../../../core/kernel/time.ts';
import type { Lease } from '../../../core/platform/leases.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { faultOf } from '../../support/transactions.ts';

const A1 = seat('A1');
const LATER = secondsAfter(START, 60);
const ours: Lease = { name: 'outbox', holder: 'one process' };
const theirs: Lease = { name: 'outbox', holder: 'another process' };

onEveryEngine('calls of stores in one transaction', (engine) => {
  let trip: TripId;
  let asha: UserId;
  beforeEach(async () => {
    trip = (await aTrip(engine(), { seats: ['A1'] })).id;
    asha = await aPassengerId(engine());
  });

  it('calls of stores in one transaction take effect in their order, even if none is awaited before the next', async () => {
    const answers = await engine().transact(({ leases }) =>
      Promise.all([
        leases.take(ours, LATER, START),
        leases.take(theirs, LATER, START),
        leases.release(ours).then(() => 'released'),
        leases.take(theirs, LATER, START),
        leases.take(ours, LATER, START),
      ]),
    );
    expect(answers).to.deep.equal([true, false, 'released', true, false]);
  });

  it('a read in a transaction sees earlier writes of the transaction, even those not awaited', async () => {
    const [before, , during, , after] = await engine().transact(({ holdings }) =>
      Promise.all([
        holdings.runs(asha, trip, START),
        holdings.extend(asha, trip, [{ seat: A1, since: START, until: LATER }]),
        holdings.runs(asha, trip, START),
        holdings.end(asha, trip, [A1], START),
        holdings.runs(asha, trip, START),
      ]),
    );
    expect([before, during, after]).to.deep.equal([[], [{ seat: A1, since: START }], []]);
  });
});

onEveryEngine('a store whose transaction has ended', (engine) => {
  it('a store refuses calls after its transaction has ended, even from code that is still running', async () => {
    let proceed = (): void => undefined;
    const failed = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let leftBehind: Promise<unknown> = failed;
    const transaction = engine().transact(({ leases }) =>
      Promise.all([
        Promise.reject(new Error('The first one failed.')),
        (leftBehind = failed.then(() => leases.take(ours, LATER, START))),
      ]),
    );
    expect(await faultOf(transaction)).to.have.property('message', 'The first one failed.');
    proceed();
    expect(await faultOf(leftBehind)).to.have.property(
      'message',
      'A statement was sent after its transaction had ended.',
    );
    expect(await engine().transact(({ leases }) => leases.take(theirs, LATER, START))).to.equal(true);
  });
});
