import { expect } from 'chai';
import type { BookingId, PaymentId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { NewPayment, Refund } from '../../core/payments/ports.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aBookedTrip, paymentOf } from '../support/paying.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

onEveryEngine('payments', (engine) => {
  let booking: BookingId;
  let made = 0;

  beforeEach(async () => {
    booking = (await aBookedTrip(engine())).booking.id;
  });

  const add = async (traits: Partial<NewPayment> = {}): Promise<Payment> => {
    made += 1;
    const payment = {
      bookingId: booking,
      gateway: 'ANY',
      transactionUuid: uuid(made),
      amount: paisa(240_050),
      createdAt: START,
      nextEnquiryAt: minutesAfter(START, 5),
      ...traits,
    };
    await engine().transact(({ payments }) => payments.add(payment));
    return paymentOf(engine(), payment.transactionUuid);
  };

  describe('refunds', () => {
    const give = (refund: Refund) => engine().transact(({ refunds }) => refunds.add(refund, START));
    const find = (id: PaymentId) => engine().transact(({ refunds }) => refunds.find(id));

    it('are recorded once a payment, however many do so at once', async () => {
      const { id: paymentId } = await add();
      const refund = {
        paymentId,
        bookingId: booking,
        reason: 'LATE_PAYMENT',
        amount: paisa(240_050),
        dueAt: daysAfter(START, 7),
      } as const;
      expect(await find(paymentId)).to.equal(undefined);
      const others = Array.from({ length: 9 }, () => ({ ...refund, reason: 'DUPLICATE_PAYMENT' as const }));
      expect(await give(refund)).to.equal(true);
      expect(await Promise.all(others.map(give))).to.not.include(true);
      expect(await find(paymentId)).to.deep.equal(refund);
    });

    it('are outstanding until they are paid, and overdue when their day has come', async () => {
      const outstanding = (day: number) => engine().outstandingRefunds(daysAfter(START, day));
      expect(await outstanding(0)).to.deep.equal({ due: 0, overdue: 0 });
      for (const days of [7, 9])
        await give({
          paymentId: (await add()).id,
          bookingId: booking,
          reason: 'LATE_PAYMENT',
          amount: paisa(100),
          dueAt: daysAfter(START, days),
        });
      expect([await outstanding(7), await outstanding(8), await outstanding(9.5)]).to.deep.equal([
        { due: 2, overdue: 0 },
        { due: 2, overdue: 1 },
        { due: 2, overdue: 2 },
      ]);
    });
  });
});
