import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { type Paying, aBookedTrip, NEVER, paymentOf, payingOn } from '../../support/paying.ts';

onEveryEngine('payments whose change could not be stored', (engine) => {
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;
  /** The ids of payments that cannot become COMPLETE, as if the database connection broke. */
  let stuck: Set<Payment['id']>;

  /** An engine that fails to confirm the stuck payments. */
  const failing = (): Engine => ({
    ...engine(),
    transact: (work) =>
      engine().transact((stores) =>
        work({
          ...stores,
          payments: {
            ...stores.payments,
            move: (id, move, ...rest) =>
              stuck.has(id) && move === 'complete'
                ? Promise.reject(new Error('The connection is gone.'))
                : stores.payments.move(id, move, ...rest),
          },
        }),
      ),
  });

  beforeEach(async () => {
    stuck = new Set();
    paying = payingOn(failing());
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking);
  });

  const reconcileAt = async (minutes: number): Promise<number> => {
    paying.clock.set(minutesAfter(START, minutes));
    return paying.reconcile();
  };
  const now = (one = payment) => paymentOf(engine(), one.transactionUuid);
  const said = async () =>
    (await engine().transact(({ callbacks }) => callbacks.of(payment.transactionUuid))).map(({ source }) => source);
  const giveUp = async () => {
    for (const minutes of [6, 12, 23, 31, 76, 376, 1456]) await reconcileAt(minutes);
    expect(await now()).to.deep.include({ status: 'FAILED', nextEnquiryAt: undefined });
  };

  const callbacks = {
    'that the gateway signed': () => paying.gateway.pay(payment),
    'that caused an enquiry': () => {
      paying.gateway.pay(payment);
      return paying.gateway.callback(payment, { authentic: false });
    },
  };
  for (const [which, callback] of Object.entries(callbacks)) {
    it(`a payment whose change after a callback ${which} could not be stored is checked soon, even after reconciliation gave up`, async () => {
      await giveUp();
      const data = callback();
      stuck.add(payment.id);
      expect(await paying.handleSuccess(data).catch((error: unknown) => (error as Error).message)).to.equal(
        'The connection is gone.',
      );
      expect((await now()).status).to.equal('FAILED');

      stuck.clear();
      expect([await reconcileAt(1458), (await now()).status]).to.deep.equal([1, 'COMPLETE']);
      expect([await reconcileAt(1459), (await now()).nextEnquiryAt]).to.deep.equal([0, undefined]);
    });

    it(`a payment whose change after a callback ${which} could not be stored is checked before its planned reconciliation`, async () => {
      paying.gateway.say(payment.transactionUuid, 'PENDING');
      for (const minutes of [6, 12, 23, 44]) await reconcileAt(minutes);
      const data = callback();
      stuck.add(payment.id);
      await paying.handleSuccess(data).catch(() => undefined);

      stuck.clear();
      expect([await reconcileAt(45), (await now()).status]).to.deep.equal([1, 'COMPLETE']);
    });
  }

  it('the gateway’s answer stays in the callback log even if the payment’s change then cannot be stored', async () => {
    paying.gateway.pay(payment);
    stuck.add(payment.id);
    await reconcileAt(6).catch(() => undefined);
    await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false })).catch(() => undefined);
    expect(await said()).to.deep.equal(['ENQUIRY', 'SUCCESS_CALLBACK']);
    paying.clock.advance(1);
    await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false })).catch(() => undefined);
    expect(await said()).to.deep.equal(['ENQUIRY', 'SUCCESS_CALLBACK', 'SUCCESS_CALLBACK', 'ENQUIRY']);
  });

  it('a payment whose change cannot be stored does not delay other payments due for reconciliation', async () => {
    const next = await aBooking(engine(), {
      userId: booking.userId,
      tripId: (await aBookedTrip(engine())).trip.id,
      seatsCount: 1,
    });
    paying.clock.advance(1);
    const other = await paying.checkout(next);
    for (const one of [payment, other]) paying.gateway.pay(one);
    stuck.add(payment.id);

    paying.clock.set(minutesAfter(START, 7));
    await paying.reconcileAt('ESEWA', NEVER, 1).catch(() => undefined);
    paying.clock.advance(1);
    await paying.reconcileAt('ESEWA', NEVER, 1).catch(() => undefined);
    expect([(await now()).status, (await now(other)).status]).to.deep.equal(['INITIATED', 'COMPLETE']);
  });

  it('a payment with a final outcome gets no status enquiry, even from a process that read the payment before the outcome was stored', async () => {
    await paying.handleSuccess(paying.gateway.pay(payment));
    const claimed = await engine().transact(({ payments }) =>
      payments.claimEnquiry(payment, 'reconciliation', START, minutesAfter(START, 1)),
    );
    expect([claimed, (await now()).nextEnquiryAt]).to.deep.equal([false, undefined]);
  });
});

onEveryEngine('planned enquiries', (engine) => {
  const LATER = minutesAfter(START, 10);
  const nextOf = async (planned: number | undefined, ...moves: readonly ('reportFailed' | 'complete')[]) => {
    const paying = payingOn(engine());
    const { id, transactionUuid } = await paying.checkout((await aBookedTrip(engine())).booking);
    await engine().transact(async ({ payments }) => {
      for (const move of moves) await payments.move(id, move, START);
      if (!moves.includes('complete'))
        await payments.endEnquiry(id, planned === undefined ? undefined : minutesAfter(START, planned));
      await payments.planEnquiry(id, LATER);
    });
    return (await paymentOf(engine(), transactionUuid)).nextEnquiryAt;
  };

  it('a planned status enquiry is moved to an earlier time, and never to a later one', async () => {
    expect([await nextOf(undefined, 'reportFailed'), await nextOf(20), await nextOf(5)]).to.deep.equal([
      LATER,
      LATER,
      minutesAfter(START, 5),
    ]);
  });

  it('a payment with a final outcome has no planned status enquiry', async () => {
    expect(await nextOf(undefined, 'complete')).to.equal(undefined);
  });
});
