import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ESEWA } from '../../../adapters/esewa/gateway.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import type { Refund } from '../../../core/payments/refund.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { type PlannedCrash, crashing, survivingCrash } from '../../support/crashing.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { NEWS } from '../../support/news.ts';
import { paidOnline } from '../../support/paid-online.ts';
import { LOOKUP_MINUTES } from '../../support/automatic-refunds.ts';
import { attemptRefund } from '../../../core/refunds/attempt-refund.ts';
import { sendAutomaticRefunds } from '../../../core/refunds/send-automatic-refunds.ts';
import { type RefundWallet, expectPaidOnce, refundWallet } from '../../support/refund-wallet.ts';
import type { RefundFault } from '../../support/self-paying-gateway.ts';
import { aWorld } from '../../support/world.ts';

/** An upper bound for the number of transactions in one attempt to refund. */
const MOST_STEPS = 20;
const HOURS = 26;

interface Ended {
  readonly isDead: boolean;
  readonly refund: Refund;
}

/**
 * Lets a process refund `share` percent of a payment at the wallet. The process dies once, and another process
 * continues.
 */
async function giveBack(
  sound: Engine,
  { share, faults }: { readonly share: number; readonly faults: readonly RefundFault[] },
  crash: PlannedCrash,
): Promise<Ended> {
  const clock: HandClock = handClock();
  const wallet: RefundWallet = refundWallet();
  const gateways = {
    ...aWorld.gateways,
    known: [ESEWA, wallet],
    of: (name: string) => (name === wallet.name ? wallet : undefined),
  };
  const senderOn = (engine: Engine) => {
    const needs = { ...engine, ...NEWS, clock, gateways, refundLookupMinutes: LOOKUP_MINUTES };
    const send = sendAutomaticRefunds({ ...needs, attemptRefund: attemptRefund(needs) });
    return () => survivingCrash(send().then(({ done }) => done));
  };
  const gatewayId = randomUUID();
  const { booking, paymentId } = await paidOnline(sound, { gatewayId, reference: `T-${gatewayId}` });
  wallet.payAtPage({ gateway: wallet.name, gatewayId, amount: booking.total }, booking.total);
  const amount = paisa((booking.total * share) / 100);
  const reason = 'PASSENGER_CANCELLATION';
  const id = await sound.transact(({ refunds }) =>
    refunds.add({ paymentId, bookingId: booking.id, reason, amount, dueAt: daysAfter(clock(), 7) }, clock()),
  );

  const { engine, plan, isPlanned } = crashing(sound);
  const [first, second] = [senderOn(engine), senderOn(sound)];
  wallet.faults.push(...faults);
  plan(crash);
  await first();
  for (let hour = 0; hour < HOURS && isPlanned(); hour += 1) {
    clock.advance(60);
    await first();
  }
  const isDead = !isPlanned();
  for (let hour = 0; hour < HOURS; hour += 1) {
    clock.advance(60);
    await second();
  }
  const refund = await sound.transact(async ({ refunds, payments }) => {
    expectPaidOnce(wallet, (await payments.get(paymentId))!, await refunds.ofPayment(paymentId));
    return (await refunds.get(id))!;
  });
  const rows = (await sound.ledgerViews.ofBooking(booking.id)).filter(({ kind }) => kind === 'REFUND');
  expect(rows.map((row) => row.amount)).to.deep.equal(refund.status === 'PAID' ? [amount] : []);
  return { isDead, refund };
}

const CASES: Readonly<Record<string, readonly RefundFault[]>> = {
  'that the gateway pays at once': [],
  'whose answer is lost': ['lose answer'],
  'whose request is lost': ['lose request'],
  'that is paid after its look-up': ['pay late'],
  'that finds no connection first': ['not reached'],
};

onEveryEngine('a process that dies while it has a refund paid', (engine) => {
  for (const [title, faults] of Object.entries(CASES))
    for (const isCommitted of [false, true]) {
      const when = `${isCommitted ? 'after' : 'in'} whichever transaction the process dies`;

      it(`a refund of a whole payment ${title} is paid exactly once, ${when}`, async () => {
        let after = 0;
        for (;;) {
          const { isDead, refund } = await giveBack(engine(), { share: 100, faults }, { after, isCommitted });
          expect(refund.status, `crash after ${after}`).to.equal('PAID');
          if (!isDead) break;
          after += 1;
          expect(after).to.be.lessThan(MOST_STEPS);
        }
        expect(after, 'transactions of a refund').to.be.at.least(2);
      });

      it(`a refund of part of a payment ${title} is never paid twice, ${when}`, async () => {
        let after = 0;
        for (;;) {
          const { isDead, refund } = await giveBack(engine(), { share: 25, faults }, { after, isCommitted });
          expect([refund.status, refund.failure], `crash after ${after}`).to.be.deep.oneOf([
            ['PAID', null],
            ['SENT', 'unclear'],
          ]);
          if (!isDead) break;
          after += 1;
          expect(after).to.be.lessThan(MOST_STEPS);
        }
      });
    }
});
