import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';

onEveryEngine('callbacks during reconciliation', (engine) => {
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking);
    paying.clock.set(minutesAfter(START, 6));
  });

  /**
   * Reconciles, and holds back the gateway's answer until `callbacks` callbacks have arrived. Returns the callbacks'
   * outcomes.
   */
  async function callDuringReconciliation(callbacks: number) {
    const { release } = paying.gateway.hold();
    const reconciling = paying.reconcile();
    await eventually(() => paying.gateway.asked().times === 1);
    const settling = Array.from({ length: callbacks }, () =>
      paying.handleSuccess(paying.gateway.callback(payment, { authentic: false })),
    );
    await eventually(async () => (await said()).length === callbacks);
    release();
    await reconciling;
    return Promise.all(settling);
  }
  const said = () => engine().transact(({ callbacks }) => callbacks.of(payment.transactionUuid));
  const status = async () => (await paymentOf(engine(), payment.transactionUuid)).status;
  const unverified = () => ({ outcome: 'unverified', bookingId: booking.id });

  it('a callback during reconciliation leaves the payment AMBIGUOUS if the gateway does not answer', async () => {
    paying.gateway.isUp = false;
    expect(await callDuringReconciliation(1)).to.deep.equal([unverified()]);
    expect(await status()).to.equal('AMBIGUOUS');
  });

  it('a callback during reconciliation makes a payment FAILED that the gateway does not know, even right after checkout', async () => {
    expect(await callDuringReconciliation(1)).to.deep.equal([unverified()]);
    expect(await status()).to.equal('FAILED');
  });

  it('ten callbacks during reconciliation wait for reconciliation’s status enquiry, and then share one more enquiry', async () => {
    paying.gateway.isUp = false;
    expect(await callDuringReconciliation(10)).to.deep.equal(Array.from({ length: 10 }, unverified));
    expect(paying.gateway.asked()).to.deep.equal({ times: 2, atOnce: 1 });
  });

  it('a callback during reconciliation makes no status enquiry if reconciliation settles the payment', async () => {
    paying.gateway.pay(payment);
    expect(await callDuringReconciliation(3)).to.deep.equal(
      Array.from({ length: 3 }, () => ({ outcome: 'paid', bookingId: booking.id })),
    );
    expect(paying.gateway.asked().times).to.equal(1);
  });
});
