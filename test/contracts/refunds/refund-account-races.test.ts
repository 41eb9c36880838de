import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { anAdmin } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';
import { type PaidBooking, aPaidBooking, aRefund, refundsOn, WALLET } from '../../support/refunds.ts';

const OTHER = { ...WALLET, number: '9712345600' };
const SENT = { method: 'ESEWA', reference: 'E-1' } as const;

/*
 * Tests of a passenger who names an account for refunds while the office handles a refund. They run on parallel
 * connections of Postgres, and in sequence on SQLite.
 */
onEveryEngine('an account for refunds that is named while a refund changes', (engine, database) => {
  const clock = handClock();
  let gita: UserId;
  let paid: PaidBooking;

  beforeEach(async () => {
    gita = (await anAdmin(engine())).id;
    paid = await aPaidBooking(engine());
  });

  const desk = (transact: Transact<Stores> = engine().transact) => refundsOn({ ...engine(), transact }, clock);
  const name = (account = WALLET as typeof OTHER, transact?: Transact<Stores>) =>
    desk(transact).nameAccount(paid.booking.userId, paid.booking.id, account);
  const naming = (transact: Transact<Stores>) => name(OTHER, transact);

  it('a refund that fails while the passenger names a new account gets that new account', async () => {
    const [back, waiting] = [await aRefund(engine(), { paid }), await aRefund(engine(), { paid })];
    await name();
    await desk().send(gita, back.id, SENT);
    await beforeCommit(database(), engine().transact, naming, () => desk().fail(gita, back.id, 'Closed.'));
    for (const { id } of [back, waiting])
      expect((await engine().refundRecords.find(id))?.account).to.include({ number: OTHER.number, version: 2 });
  });

  it('a refund is not sent if its passenger names another account at the same moment', async () => {
    const { id } = await aRefund(engine(), { paid });
    await name();
    const send = () => codeOf(desk().send(gita, id, { ...SENT, accountVersion: '1' }));
    const [, code] = await beforeCommit(database(), engine().transact, naming, send);
    expect(code).to.equal('ACCOUNT_CHANGED');
  });
});
