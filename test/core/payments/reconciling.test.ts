import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';

describe('reconciliation', () => {
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ booking } = await aBookedTrip(paying.engine));
    payment = await paying.checkout(booking);
  });

  const statusAfter = async (minutes: number): Promise<readonly [asked: number, status: string]> => {
    paying.clock.set(minutesAfter(START, minutes));
    const asked = await paying.reconcile();
    return [asked, (await paymentOf(paying.engine, payment.transactionUuid)).status];
  };

  it('reconciliation asks the gateway about a payment that is over 5 minutes old', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    expect(await statusAfter(5)).to.deep.equal([0, 'INITIATED']);
    expect(await statusAfter(5.01)).to.deep.equal([1, 'PENDING']);
  });

  it('reconciliation confirms a payment without a callback', async () => {
    paying.gateway.pay(payment);
    expect(await statusAfter(6)).to.deep.equal([1, 'COMPLETE']);
    const { status, reference } = await paying.engine.transact(async ({ bookings, callbacks }) => ({
      status: (await bookings.find(booking.id))?.status,
      reference: (await callbacks.of(payment.transactionUuid)).map(({ source, payload }) => [source, payload]),
    }));
    expect([status, reference]).to.deep.equal([
      'CONFIRMED',
      [['ENQUIRY', '{"status":"COMPLETE","reference":"REF-1"}']],
    ]);
    expect(await statusAfter(100)).to.deep.equal([0, 'COMPLETE']);
  });

  it('reconciliation gives an expired booking its seats again if it finds that the booking was paid', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    await statusAfter(6);
    paying.gateway.pay(payment);
    expect(await statusAfter(20)).to.deep.equal([1, 'COMPLETE']);
    expect((await paying.engine.bookingViews.find(booking.id, booking.userId))?.status).to.equal('CONFIRMED');
  });

  it('reconciliation asks at growing intervals while the payment is open, until a day after the deadline', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    const askedAt: number[] = [];
    for (let minute = 1; minute < 26 * 60; minute += 1) if ((await statusAfter(minute))[0] > 0) askedAt.push(minute);
    expect(askedAt).to.deep.equal([6, 12, 23, 44, 85, 166, 327, 648, 1289, 1456]);
  });

  /** Repeats the unproven callback, as a browser does that reloads the result page. */
  const reload = (times: number) =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (before) =>
        before.then(() => {
          paying.clock.advance(1.1 / 60);
          return paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }));
        }),
      Promise.resolve(),
    );

  it('reconciliation keeps its schedule however often the passenger reloads the result page', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    await reload(6);
    const askedAt: number[] = [];
    for (let minute = 1; minute < 26 * 60; minute += 1) {
      if ((await statusAfter(minute))[0] > 0) askedAt.push(minute);
      if (minute % 100 === 7) await reload(3);
    }
    expect(askedAt).to.deep.equal([6, 12, 23, 44, 85, 166, 327, 648, 1289, 1456]);
    expect(await paymentOf(paying.engine, payment.transactionUuid)).to.include({ reconciliations: 10 });
  });

  it('reconciliation asks the gateway at the planned time, even just after a payer’s return caused a status enquiry', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    paying.clock.set(minutesAfter(START, 5));
    await reload(12);
    const before = paying.gateway.asked().times;
    await paying.reconcile();
    expect(paying.gateway.asked().times).to.equal(before + 1);
    expect((await paymentOf(paying.engine, payment.transactionUuid)).reconciliations).to.equal(1);
  });

  it('reconciliation keeps asking a gateway that does not answer, and leaves the payment’s status unchanged', async () => {
    paying.gateway.isUp = false;
    expect(await statusAfter(6)).to.deep.equal([1, 'INITIATED']);
    expect(await statusAfter(12)).to.deep.equal([1, 'INITIATED']);
  });

  it('reconciliation does not mark a payment FAILED after NOT_FOUND until the payment is 15 minutes old', async () => {
    expect(await statusAfter(6)).to.deep.equal([1, 'INITIATED']);
    expect(await statusAfter(12)).to.deep.equal([1, 'INITIATED']);
    expect(await statusAfter(23)).to.deep.equal([1, 'FAILED']);
    expect(await statusAfter(30)).to.deep.equal([0, 'FAILED']);
  });

  it('reconciliation asks about a cancelled payment for a day after the deadline, in case it was paid after all', async () => {
    await paying.handleFailure(paying.gateway.callback(payment));
    paying.gateway.say(payment.transactionUuid, 'CANCELED');
    const askedAt: number[] = [];
    for (let minute = 1; minute < 26 * 60; minute += 1) {
      const [asked, status] = await statusAfter(minute);
      expect(status).to.equal('CANCELED');
      if (asked > 0) askedAt.push(minute);
    }
    // The first enquiry was planned when the payment started. Later enquiries come 15 minutes, 1, 6 and 24 hours after
    // the deadline.
    expect(askedAt).to.deep.equal([6, 31, 76, 376, 1456]);
  });

  it('reconciliation confirms a payment that was cancelled and then paid', async () => {
    await paying.handleFailure(paying.gateway.callback(payment));
    paying.gateway.pay(payment);
    expect(await statusAfter(6)).to.deep.equal([1, 'COMPLETE']);
  });

  it('reconciliation finds out that a payment which a callback had marked FAILED was paid after all', async () => {
    await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }));
    expect(await paymentOf(paying.engine, payment.transactionUuid)).to.include({ status: 'FAILED' });
    paying.gateway.pay(payment);
    expect(await statusAfter(6)).to.deep.equal([1, 'COMPLETE']);
  });

  it('reconciliation continues with other payments when one cannot be stored', async () => {
    const micro = await aTrip(paying.engine, { seats: 20 });
    const others = [];
    for (let count = 0; count < 7; count += 1)
      others.push(await paying.checkout(await aBooking(paying.engine, { userId: booking.userId, tripId: micro.id })));
    const broken = payingOn({
      ...paying.engine,
      transact: (work) =>
        paying.engine.transact((stores) =>
          work({
            ...stores,
            callbacks: {
              ...stores.callbacks,
              add: (entry, at) =>
                entry.paymentId === payment.id
                  ? Promise.reject(new Error('The log is full.'))
                  : stores.callbacks.add(entry, at),
            },
          }),
        ),
    });
    for (const other of [payment, ...others]) broken.gateway.pay(other);

    broken.clock.set(minutesAfter(START, 6));
    const failure: unknown = await broken.reconcile().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(AggregateError);
    expect((failure as Error).message).to.equal('1 of 8 payments could not be reconciled.');
    for (const { transactionUuid } of others)
      expect((await paymentOf(paying.engine, transactionUuid)).status).to.equal('COMPLETE');
    expect(broken.gateway.asked().atOnce).to.be.at.most(5);
  });
});
