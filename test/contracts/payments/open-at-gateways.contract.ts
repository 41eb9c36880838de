import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import type { PaymentMove } from '../../../core/payments/payment.ts';
import { type RefundMove, UNCLEAR } from '../../../core/payments/refund.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf } from '../../support/paying.ts';

const AUTOMATIC = { method: 'AUTOMATIC' } as const;

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

onEveryEngine('open payments and refunds of each gateway', (engine) => {
  let made = 0;

  const pay = async (gateway: string, moves: readonly PaymentMove[], refund?: readonly RefundMove[]): Promise<void> => {
    made += 1;
    const { booking } = await aBookedTrip(engine());
    const given = { gateway, transactionUuid: uuid(made), amount: paisa(240_050), createdAt: START };
    await engine().transact(({ payments }) =>
      payments.add({ ...given, bookingId: booking.id, nextEnquiryAt: undefined }),
    );
    const { id: paymentId, amount } = await paymentOf(engine(), given.transactionUuid);
    await engine().transact(async ({ payments, refunds }) => {
      for (const move of moves) await payments.move(paymentId, move, START);
      if (!refund) return;
      const about = { paymentId, bookingId: booking.id, reason: 'LATE_PAYMENT', amount } as const;
      const id = await refunds.add({ ...about, dueAt: daysAfter(START, 7) }, START);
      for (const move of refund)
        await refunds.move(id, move, START, move === 'doubt' ? { failure: UNCLEAR } : AUTOMATIC);
    });
  };
  const payUnclear = (gateway: string) => pay(gateway, ['complete'], ['request', 'doubt']);

  it('the counts of open payments and refunds at gateways are empty if there are no payments', async () => {
    expect(await engine().countOpenAtGateways()).to.deep.equal([]);
  });

  it('a gateway’s open payments are those without a known outcome, and its open refunds those that are not paid yet', async () => {
    await pay('KHALTI', []);
    await pay('KHALTI', ['reportPending']);
    await pay('KHALTI', ['doubt']);
    await pay('KHALTI', ['complete']);
    await pay('KHALTI', ['reportFailed']);
    await pay('KHALTI', ['complete'], []);
    await pay('KHALTI', ['complete'], ['send', 'fail']);
    await pay('KHALTI', ['complete'], ['send', 'confirm']);
    await pay('ESEWA', ['complete'], ['send']);
    await pay('FONEPAY', []);
    await pay('CONNECTIPS', ['complete']);
    expect(await engine().countOpenAtGateways()).to.deep.equal([
      { gateway: 'ESEWA', payments: 0, refunds: 1 },
      { gateway: 'FONEPAY', payments: 1, refunds: 0 },
      { gateway: 'KHALTI', payments: 3, refunds: 2 },
    ]);
  });

  it('unpaid refunds are counted for the gateway of their payment, and those with an unclear outcome are counted separately', async () => {
    const before = new Map((await engine().countUnpaidRefunds()).map((each) => [each.gateway, each]));
    await pay('KHALTI', ['complete'], []);
    await pay('KHALTI', ['complete'], ['send', 'confirm']);
    await payUnclear('KHALTI');
    await pay('QR', ['complete'], ['send', 'fail']);
    const after = await engine().countUnpaidRefunds();
    const grown = after.map(({ gateway, due, unclear }) => [
      gateway,
      due - (before.get(gateway)?.due ?? 0),
      unclear - (before.get(gateway)?.unclear ?? 0),
    ]);
    expect(grown.filter(([, due]) => due !== 0)).to.deep.equal([
      ['KHALTI', 2, 1],
      ['QR', 1, 0],
    ]);
  });
});
