import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PaymentId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';
import { codeOf, refusalOf } from '../../support/refusals.ts';

describe('enquiries by administrators', () => {
  let paying: Paying;
  let engine: Engine;
  let booking: Booking;
  let payment: Payment;
  let admin: UserId;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
    admin = (await anAdmin(engine)).id;
  });

  const enquire = (id = payment.id) => paying.enquire(admin, id);
  const logged = () => engine.transact(({ trail }) => trail.of({ type: 'payment', id: payment.id }));
  const newestPayment = async () => (await engine.transact(({ payments }) => payments.ofBooking(booking.id))).at(-1)!;
  const bookingStatus = async () => (await engine.transact(({ bookings }) => bookings.find(booking.id)))?.status;

  it('an administrator’s status enquiry confirms the booking when the gateway says COMPLETE, and stores the answer', async () => {
    paying.gateway.pay(payment);
    const enquired = await enquire();
    expect(enquired).to.deep.include({ id: payment.id, bookingCode: booking.code, status: 'COMPLETE' });
    expect(enquired.reference).to.match(/^REF-/);
    expect(enquired.callbacks).to.deep.equal([
      {
        at: paying.clock(),
        kind: 'ENQUIRY',
        signatureValid: true,
        payload: JSON.stringify({ status: 'COMPLETE', reference: enquired.reference }),
      },
    ]);
    expect(await bookingStatus()).to.equal('CONFIRMED');
  });

  it('an administrator’s status enquiry sets the status that the gateway answers, or FAILED for an unknown payment', async () => {
    const words = { PENDING: 'PENDING', CANCELED: 'CANCELED', NOT_FOUND: 'FAILED', FULL_REFUND: 'FULL_REFUND' };
    for (const [word, status] of Object.entries(words)) {
      const other = await paying.checkout(booking);
      paying.gateway.say(other.transactionUuid, word);
      expect((await enquire(other.id)).status, word).to.equal(status);
    }
  });

  it('an administrator’s status enquiry leaves the payment AMBIGUOUS if the gateway does not answer', async () => {
    paying.gateway.isUp = false;
    expect((await enquire()).status).to.equal('AMBIGUOUS');
    paying.gateway.isUp = true;
    paying.gateway.pay(payment);
    paying.clock.advance(1);
    expect((await enquire()).status).to.equal('COMPLETE');
  });

  it('an administrator’s status enquiry is in the activity log, once for each request to the gateway', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    await enquire();
    paying.clock.advance(1);
    await enquire();
    const entries = await logged();
    expect(entries.map(({ changes }) => changes)).to.deep.equal([{ status: { old: 'INITIATED', new: 'PENDING' } }, {}]);
    expect(entries[0]).to.deep.include({
      kind: 'PAYMENT_ENQUIRED',
      actor: { role: 'ADMIN', userId: admin },
      operatorId: booking.operatorId,
      subject: { type: 'payment', id: payment.id },
      description: `Asked the gateway about a payment for booking ${booking.code}: it is PENDING.`,
    });
  });

  it('an administrator’s status enquiry is refused within a second of the previous enquiry about the payment', async () => {
    await enquire();
    expect(await refusalOf(enquire())).to.deep.equal(['conflict', 'ENQUIRY_RUNNING']);
    expect([paying.pauses, paying.gateway.asked().times]).to.deep.equal([[], 1]);
    paying.clock.advance(1 / 60);
    await enquire();
    expect(paying.gateway.asked().times).to.equal(2);
  });

  it('an administrator’s status enquiry is allowed a second after the last enquiry, however often the payer returned', async () => {
    const data = paying.gateway.callback(payment, { authentic: false });
    for (let times = 0; times < 10; times += 1) await paying.handleSuccess(data);
    const { times } = paying.gateway.asked();
    paying.clock.advance(1 / 60);
    await enquire();
    expect(paying.gateway.asked().times).to.equal(times + 1);
  });

  it('an administrator’s status enquiry is refused while any process is making an enquiry about the payment', async () => {
    const { release } = paying.gateway.hold();
    const first = enquire();
    expect(await refusalOf(enquire())).to.deep.equal(['conflict', 'ENQUIRY_RUNNING']);
    expect(await refusalOf(payingOn(engine).enquire(admin, payment.id))).to.deep.equal(['conflict', 'ENQUIRY_RUNNING']);
    release();
    await first;

    const other = await paying.checkout(booking);
    await engine.transact(({ payments }) =>
      payments.claimEnquiry(other, 'callback', paying.clock(), minutesAfter(paying.clock(), 0.3)),
    );
    expect(await refusalOf(enquire(other.id))).to.deep.equal(['conflict', 'ENQUIRY_RUNNING']);
  });

  it('a callback that arrives during an administrator’s status enquiry uses the answer to this enquiry', async () => {
    const { release } = paying.gateway.hold();
    const enquiring = enquire();
    const returning = paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }));
    paying.gateway.pay(payment);
    release();
    expect((await enquiring).status).to.equal('COMPLETE');
    expect(await returning).to.deep.equal({ outcome: 'paid', bookingId: booking.id });
    expect(paying.gateway.asked()).to.deep.equal({ times: 1, atOnce: 1 });
  });

  for (const asker of ['callback', 'reconciliation'] as const)
    it(`a waiting ${asker} makes its own status enquiry although an administrator’s enquiry was refused meanwhile`, async () => {
      paying.gateway.say(payment.transactionUuid, 'PENDING');
      await enquire();
      const asked = await paymentOf(engine, payment.transactionUuid);
      paying.gateway.pay(payment);
      // The administrator asks too soon. Another caller joins the administrator's enquiry before the refusal.
      const refused = refusalOf(paying.checkStatus(asked, 'admin'));
      const joined = paying.checkStatus(asked, asker);
      expect(await refused).to.deep.equal(['conflict', 'ENQUIRY_RUNNING']);
      expect(await joined).to.deep.equal({ outcome: 'paid', bookingId: booking.id });
      expect([paying.gateway.asked(), paying.pauses]).to.deep.equal([{ times: 2, atOnce: 1 }, [1_000]]);
    });

  it('an administrator’s status enquiry about a payment with a final outcome asks no gateway and changes nothing', async () => {
    await paying.handleSuccess(paying.gateway.pay(payment));
    const refunded = await paying.checkout((await aBookedTrip(engine)).booking);
    await engine.transact(({ payments }) => payments.move(refunded.id, 'reportFullRefund', paying.clock()));
    for (const [of, status] of [
      [payment, 'COMPLETE'],
      [refunded, 'FULL_REFUND'],
    ] as const) {
      const before = await paymentOf(engine, of.transactionUuid);
      expect((await enquire(of.id)).status).to.equal(status);
      expect(await paymentOf(engine, of.transactionUuid)).to.deep.equal(before);
    }
    expect([paying.gateway.asked().times, await logged()]).to.deep.equal([0, []]);
  });

  it('an administrator’s status enquiry is refused for counter payments and unknown payments', async () => {
    for (const gateway of ['CASH', 'QR']) {
      const id = await engine.transact(({ payments }) =>
        payments.add({ ...payment, gateway, transactionUuid: gateway, nextEnquiryAt: undefined }),
      );
      expect(await refusalOf(enquire(id))).to.deep.equal(['conflict', 'NOT_AT_GATEWAY']);
    }
    expect(await refusalOf(enquire(2_000_000_000 as PaymentId))).to.deep.equal(['absent', 'PAYMENT_UNKNOWN']);
  });

  it('an administrator’s status enquiry does not change when reconciliation next asks the gateway', async () => {
    paying.gateway.say(payment.transactionUuid, 'PENDING');
    await enquire();
    const { nextEnquiryAt, reconciliations } = await paymentOf(engine, payment.transactionUuid);
    expect([nextEnquiryAt, reconciliations]).to.deep.equal([payment.nextEnquiryAt, 0]);
  });

  it('an administrator’s status enquiry about a payment without a payment page returns the payment, and asks no gateway', async () => {
    const scan = fakeQr();
    paying = payingOn(engine, { others: [scan] });
    scan.isUp = false;
    expect(await codeOf(paying.checkout(booking, 'SCAN'))).to.equal('GATEWAY_UNAVAILABLE');
    const failed = await newestPayment();
    expect(await enquire(failed.id)).to.deep.include({ id: failed.id, status: 'FAILED' });

    scan.isUp = true;
    const { reached, release } = scan.hold();
    const opening = paying.checkout(booking, 'SCAN');
    await reached;
    const unopened = await newestPayment();
    expect(await enquire(unopened.id)).to.deep.include({ id: unopened.id, status: 'INITIATED' });
    release();
    await opening;
    expect([scan.counts().asked, (await enquire(unopened.id)).status]).to.deep.equal([0, 'INITIATED']);
    expect(scan.counts().asked).to.equal(1);
  });

  it('a payment whose gateway is not set up stays unchanged, whoever asks about its status', async () => {
    const wallet = fakeRedirect();
    paying = payingOn(engine, { others: [wallet] });
    const waiting = await paying.checkout(booking, 'WALLET');
    const setUp = { ...paying.gateways };
    Object.assign(paying.gateways, { of: () => undefined });
    const before = await paymentOf(engine, waiting.transactionUuid);
    expect((await enquire(waiting.id)).status).to.equal('INITIATED');
    for (const asker of ['callback', 'check', 'reconciliation'] as const)
      expect(await paying.checkStatus(waiting, asker), asker).to.deep.include({ outcome: 'unverified' });
    expect(await paymentOf(engine, waiting.transactionUuid)).to.deep.equal(before);
    expect(await engine.transact(({ callbacks }) => callbacks.of(waiting.transactionUuid))).to.deep.equal([]);

    Object.assign(paying.gateways, setUp);
    wallet.pay(waiting.gatewayId ?? '');
    paying.clock.advance(60);
    await paying.reconcile();
    expect(await bookingStatus()).to.equal('CONFIRMED');
  });
});
