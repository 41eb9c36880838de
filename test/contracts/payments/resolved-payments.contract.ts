import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment, Resolution } from '../../../core/payments/payment.ts';
import { aPayment } from '../../support/bookings.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { entriesOf, expectBooksBalance } from '../../support/entries.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';

onEveryEngine('payments that an administrator resolves', (engine) => {
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;
  let admin: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking);
    admin = (await anAdmin(engine())).id;
  });

  const gatewaySays = async (word: string) => {
    paying.gateway.say(payment.transactionUuid, word);
    await paying.enquire(admin, payment.id);
  };
  const resolve = (as: Resolution['as'], id = payment.id) => paying.resolve(admin, id, { as, note: 'eSewa said so.' });
  const stored = async () => (await engine().transact(({ payments }) => payments.get(payment.id)))!;
  const statusOfBooking = async () => (await engine().transact(({ bookings }) => bookings.find(booking.id)))?.status;
  const refunds = () => engine().transact((stores) => stores.refunds.ofPayment(payment.id));

  for (const word of ['AMBIGUOUS', 'PARTIAL_REFUND', 'FULL_REFUND'])
    it(`an administrator can resolve a payment that is ${word} as COMPLETE, which confirms the payment’s booking`, async () => {
      await gatewaySays(word);
      expect((await stored()).status).to.equal(word);
      expect(await resolve('COMPLETE')).to.include({ id: payment.id, status: 'COMPLETE' });
      expect(await statusOfBooking()).to.equal('CONFIRMED');
      expect(await entriesOf(engine(), booking)).to.deep.equal([`PAYMENT GATEWAY/UNEARNED ${payment.amount}`]);
      expect((await stored()).resolution).to.deep.equal({ as: 'COMPLETE', by: admin });
      const entries = await engine().transact(({ trail }) => trail.of({ type: 'payment', id: payment.id }));
      expect(entries.at(-1)).to.deep.include({
        kind: 'PAYMENT_RESOLVED',
        actor: { role: 'ADMIN', userId: admin },
        operatorId: booking.operatorId,
        changes: { status: { old: word, new: 'COMPLETE' } },
      });
      expect(entries.at(-1)?.description).to.include('eSewa said so.');
      await expectBooksBalance(engine(), paying);
    });

  it('a payment that an administrator resolves as COMPLETE is refunded if its booking was cancelled', async () => {
    await gatewaySays('PARTIAL_REFUND');
    await engine().transact(({ bookings }) =>
      bookings.move(booking.id, 'cancelUnpaid', { reason: '', by: 'PASSENGER', at: paying.clock(), fee: NOTHING }),
    );
    await resolve('COMPLETE');
    expect((await refunds()).map(({ reason, amount }) => [reason, amount])).to.deep.equal([
      ['LATE_PAYMENT', payment.amount],
    ]);
    expect(await entriesOf(engine(), booking)).to.deep.equal([`PAYMENT GATEWAY/REFUND_DUE ${payment.amount}`]);
  });

  it('a payment that an administrator resolves as COMPLETE is refunded as a duplicate if its booking was paid already', async () => {
    await gatewaySays('AMBIGUOUS');
    const other = await paying.checkout(booking);
    paying.gateway.pay(other);
    await paying.enquire(admin, other.id);
    await resolve('COMPLETE');
    expect((await refunds()).map(({ reason }) => reason)).to.deep.equal(['DUPLICATE_PAYMENT']);
  });

  it('a payment that an administrator resolves as COMPLETE after the deadline gets its seats back', async () => {
    await gatewaySays('AMBIGUOUS');
    paying.clock.set(minutesAfter(booking.paymentDeadline, 1));
    await paying.expire();
    await resolve('COMPLETE');
    expect(await statusOfBooking()).to.equal('CONFIRMED');
  });

  it('a payment that an administrator resolves as FAILED gets no ledger row and no more status enquiries', async () => {
    await gatewaySays('PENDING');
    await gatewaySaysNothing();
    expect(await resolve('FAILED')).to.include({ status: 'FAILED' });
    expect(await entriesOf(engine(), booking)).to.deep.equal([]);
    const { enquiries } = await stored();
    paying.gateway.pay(payment);
    paying.clock.advance(10);
    expect(await paying.reconcile()).to.equal(0);
    expect((await paying.enquire(admin, payment.id)).status).to.equal('FAILED');
    await paying.checkStatus(await stored(), 'callback');
    expect(await stored()).to.include({ status: 'FAILED', enquiries });
    await engine().transact(({ payments }) => payments.planEnquiry(payment.id, paying.clock()));
    expect(await paying.reconcile()).to.equal(0);
  });

  it('a payment that an administrator resolved as FAILED still confirms its booking if its money arrives later', async () => {
    await gatewaySays('AMBIGUOUS');
    await resolve('FAILED');
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect((await stored()).status).to.equal('COMPLETE');
    expect(await statusOfBooking()).to.equal('CONFIRMED');
  });

  for (const word of ['PENDING', 'CANCELED', 'COMPLETE'])
    it(`an administrator cannot resolve a payment that is ${word}`, async () => {
      await gatewaySays(word);
      for (const as of ['FAILED', 'COMPLETE'] as const) expect(await codeOf(resolve(as))).to.equal('PAYMENT_STATE');
      expect((await stored()).status).to.equal(word);
    });

  it('an administrator cannot resolve a payment whose money is in the ledger', async () => {
    await gatewaySays('COMPLETE');
    await engine().transact(({ payments }) => payments.move(payment.id, 'refundPartly', paying.clock()));
    for (const as of ['FAILED', 'COMPLETE'] as const) expect(await codeOf(resolve(as))).to.equal('PAYMENT_STATE');
    expect((await stored()).status).to.equal('PARTIAL_REFUND');
  });

  it('a payment is resolved only once when several administrators resolve it at once', async () => {
    await gatewaySays('AMBIGUOUS');
    const all = await Promise.allSettled([resolve('COMPLETE'), resolve('FAILED'), resolve('COMPLETE')]);
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const isPaid = (await stored()).status === 'COMPLETE';
    expect(await entriesOf(engine(), booking)).to.have.length(isPaid ? 1 : 0);
  });

  it('an administrator cannot resolve an unknown payment', async () => {
    const id = (await aPayment(engine(), booking)) + 1_000;
    expect(await codeOf(resolve('FAILED', id as typeof payment.id))).to.equal('PAYMENT_UNKNOWN');
  });

  async function gatewaySaysNothing() {
    paying.gateway.isUp = false;
    paying.clock.advance(1);
    await paying.enquire(admin, payment.id);
    paying.gateway.isUp = true;
  }
});
