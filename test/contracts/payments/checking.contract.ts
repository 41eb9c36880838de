import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakePageGateway, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aBookedTrip, NEVER, type Paying, paymentOf, payingOn } from '../../support/paying.ts';
import { aPassengerId, anAdmin } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';

onEveryEngine('payment checks', (engine) => {
  let [wallet, scan]: readonly FakePageGateway[] = [];
  let paying: Paying;
  let booking: Booking;
  let asha: UserId;

  beforeEach(async () => {
    [wallet, scan] = [fakeRedirect(), fakeQr()];
    paying = payingOn(engine(), { others: [wallet, scan] });
    ({ booking, asha } = await aBookedTrip(engine()));
  });

  const begin = (name: string): Promise<Payment> => paying.checkout(booking, name);
  const check = () => paying.check(asha, booking.id);
  const statusOf = async ({ transactionUuid }: Payment) => (await paymentOf(engine(), transactionUuid)).status;
  const logged = async ({ transactionUuid }: Payment) =>
    (await engine().transact(({ callbacks }) => callbacks.of(transactionUuid))).map(({ source, signatureValid }) => [
      source,
      signatureValid,
    ]);

  it('the passenger’s payment check asks the gateway, stores its answer, and answers with the payment that succeeded', async () => {
    const [first] = [await begin('WALLET'), await begin('SCAN')];
    wallet!.pay(first.gatewayId!);
    expect(await check()).to.deep.equal({
      gateway: 'WALLET',
      status: 'COMPLETE',
      bookingStatus: 'CONFIRMED',
      qrExpiresAt: null,
    });
    expect(await logged(first)).to.deep.equal([['ENQUIRY', true]]);
  });

  it('the passenger’s payment check answers with the newest payment and its QR code’s expiry until a payment succeeds', async () => {
    await begin('WALLET');
    await begin('SCAN');
    expect(await check()).to.deep.equal({
      gateway: 'SCAN',
      status: 'INITIATED',
      bookingStatus: 'PENDING_PAYMENT',
      qrExpiresAt: booking.paymentDeadline,
    });
  });

  it('the passenger’s payment check asks each gateway only about its newest open payment', async () => {
    const [old, recent] = [await begin('ESEWA'), await begin('ESEWA')];
    await begin('WALLET');
    await check();
    expect([paying.gateway.asked().times, wallet!.counts().asked]).to.deep.equal([1, 1]);
    expect([await logged(old), (await logged(recent)).length]).to.deep.equal([[], 1]);
  });

  it('the passenger’s payment check asks the gateway at most every three seconds', async () => {
    await begin('WALLET');
    for (const seconds of [0, 1, 2.9, 3, 5.9, 6]) {
      paying.clock.set(secondsAfter(START, seconds));
      await check();
    }
    expect(wallet!.counts().asked).to.equal(3);
  });

  it('payment checks of one booking at once make one status enquiry, and the other checks answer with the stored status', async () => {
    const payment = await begin('WALLET');
    const { reached, release } = wallet!.hold();
    const first = check();
    await reached;
    wallet!.pay(payment.gatewayId!);
    const others = await Promise.all([check(), check(), check()]);
    expect(others.map(({ status }) => status)).to.deep.equal(['INITIATED', 'INITIATED', 'INITIATED']);
    release();
    expect([(await first).status, wallet!.counts().asked]).to.deep.equal(['COMPLETE', 1]);
  });

  it('the passenger’s payment check answers at once while an administrator’s status enquiry is under way', async () => {
    const payment = await begin('WALLET');
    const admin = (await anAdmin(engine())).id;
    const { reached, release } = wallet!.hold();
    const enquiring = paying.enquire(admin, payment.id);
    await reached;
    wallet!.pay(payment.gatewayId!);
    expect((await check()).status).to.equal('INITIATED');
    release();
    await enquiring;
    expect(await statusOf(payment)).to.equal('COMPLETE');
  });

  it('the passenger’s payment check changes nothing if the gateway does not answer', async () => {
    const payment = await begin('WALLET');
    wallet!.isUp = false;
    expect((await check()).status).to.equal('INITIATED');
    expect(await statusOf(payment)).to.equal('INITIATED');
  });

  it('the passenger’s payment check leaves a payment INITIATED that the gateway does not know yet', async () => {
    const payment = await begin('ESEWA');
    expect((await check()).status).to.equal('INITIATED');
    expect(await statusOf(payment)).to.equal('INITIATED');
  });

  it('the passenger’s payment check asks no gateway about a payment that has ended or whose page is still being opened', async () => {
    const payment = await begin('WALLET');
    await engine().transact(({ payments }) => payments.move(payment.id, 'reportFailed', START));
    const { reached, release } = scan!.hold();
    const opening = begin('SCAN');
    await reached;
    expect((await check()).gateway).to.equal('SCAN');
    expect([wallet!.counts().asked, scan!.counts().asked]).to.deep.equal([0, 0]);
    release();
    await opening;
  });

  it('the passenger’s payment check is refused for a booking without payments, and for another passenger’s booking', async () => {
    expect(await codeOf(check())).to.equal('NO_PAYMENT');
    await begin('WALLET');
    expect(await codeOf(paying.check(await aPassengerId(engine()), booking.id))).to.equal('BOOKING_UNKNOWN');
  });

  it('the passenger’s payment check notices a second payment that was paid too, and the second is refunded', async () => {
    const [first, second] = [await begin('WALLET'), await begin('SCAN')];
    scan!.pay(second.gatewayId!);
    await check();
    wallet!.pay(first.gatewayId!);
    paying.clock.advance(1);
    expect((await check()).gateway).to.equal('SCAN');
    const refunds = await engine().transact((stores) => stores.refunds.ofBooking(booking.id));
    expect(refunds.map(({ paymentId, reason }) => [paymentId, reason])).to.deep.equal([
      [first.id, 'DUPLICATE_PAYMENT'],
    ]);
  });

  it('a gateway that does not answer delays neither payment checks nor reconciliation at other gateways', async () => {
    const [, other] = [await begin('WALLET'), await begin('SCAN')];
    const { reached, release } = wallet!.hold();
    scan!.pay(other.gatewayId!);
    paying.clock.set(minutesAfter(START, 6));
    const slow = paying.reconcileAt('WALLET', NEVER);
    await reached;
    expect(await paying.reconcileAt('SCAN', NEVER)).to.equal(1);
    expect(await statusOf(other)).to.equal('COMPLETE');
    release();
    await slow;
  });

  it('reconciliation ends without the gateway’s answer when the service stops, and continues after the next start', async () => {
    const payment = await begin('WALLET');
    const { reached, release } = wallet!.hold();
    paying.clock.set(minutesAfter(START, 6));
    let stop: () => void = () => undefined;
    const ended = paying.reconcileAt(
      'WALLET',
      new Promise((resolve) => {
        stop = resolve;
      }),
    );
    await reached;
    stop();
    expect(await ended).to.equal(0);
    release();
    wallet!.pay(payment.gatewayId!);
    const other = payingOn(engine(), { others: [wallet!, scan!] });
    other.clock.set(minutesAfter(START, 8));
    await other.reconcileAt('WALLET', NEVER);
    expect(await statusOf(payment)).to.equal('COMPLETE');
  });
});

onEveryEngine('browsers’ returns from a gateway', (engine) => {
  let wallet: FakePageGateway;
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    wallet = fakeRedirect();
    paying = payingOn(engine(), { others: [wallet] });
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking, 'WALLET');
  });

  const returnFromGateway = (gatewayId: string | undefined = payment.gatewayId) =>
    paying.handleReturn({
      gateway: 'WALLET',
      source: 'SUCCESS_CALLBACK',
      gatewayId,
      query: `pid=${gatewayId}&status=Completed`,
      address: '203.0.113.1',
    });
  const logged = () => engine().transact(({ callbacks }) => callbacks.of(payment.transactionUuid));

  it('a payer’s return from the gateway does not count as proof of payment, and makes the service ask the gateway', async () => {
    expect(await returnFromGateway()).to.deep.equal({ outcome: 'pending', bookingId: booking.id });
    wallet.pay(payment.gatewayId!);
    expect(await returnFromGateway()).to.deep.equal({ outcome: 'paid', bookingId: booking.id });
    expect((await logged()).map(({ source, signatureValid }) => [source, signatureValid])).to.deep.equal([
      ['SUCCESS_CALLBACK', false],
      ['ENQUIRY', true],
      ['SUCCESS_CALLBACK', false],
      ['ENQUIRY', true],
    ]);
    expect((await logged())[0]?.payload).to.equal(`pid=${payment.gatewayId}&status=Completed`);
  });

  it('a payer who returns from the gateway causes no status enquiry if the payment is already known as paid', async () => {
    wallet.pay(payment.gatewayId!);
    await returnFromGateway();
    const { asked } = wallet.counts();
    expect((await returnFromGateway()).outcome).to.equal('paid');
    expect(wallet.counts().asked).to.equal(asked);
  });

  for (const [word, outcome] of [
    ['INITIATED', 'pending'],
    ['PENDING', 'pending'],
    ['CANCELED', 'cancelled'],
    ['FAILED', 'unverified'],
    ['AMBIGUOUS', 'unverified'],
    ['FULL_REFUND', 'refunded'],
  ] as const)
    it(`a payer’s return from the gateway ends with “${outcome}” if the gateway answers that the payment is ${word}`, async () => {
      wallet.say(payment.gatewayId!, { status: word });
      expect(await returnFromGateway()).to.deep.equal({ outcome, bookingId: booking.id });
    });

  it('a payment becomes AMBIGUOUS if its payer returns from the gateway and the gateway answers no status enquiry', async () => {
    wallet.isUp = false;
    expect((await returnFromGateway()).outcome).to.equal('unverified');
    expect((await paymentOf(engine(), payment.transactionUuid)).status).to.equal('AMBIGUOUS');
  });

  it('a payer who returns from the gateway causes a status enquiry at once, even after many payment checks', async () => {
    for (let times = 0; times < 20; times += 1) {
      paying.clock.advance(0.1);
      await paying.check(booking.userId, booking.id);
    }
    wallet.pay(payment.gatewayId!);
    expect((await returnFromGateway()).outcome).to.equal('paid');
  });

  it('a payer who returns from the gateway during an unanswered payment check causes a second status enquiry', async () => {
    const { reached, release } = wallet.hold();
    const checked = paying.check(booking.userId, booking.id);
    await reached;
    const returned = returnFromGateway();
    // The return is logged before it waits for the unanswered enquiry.
    await eventually(async () => (await logged()).length === 1);
    wallet.isUp = false;
    release();
    await checked;
    expect((await returned).outcome).to.equal('unverified');
    expect((await paymentOf(engine(), payment.transactionUuid)).status).to.equal('AMBIGUOUS');
  });

  it('a payer who returns from the gateway is told that a refund is due if the booking ended before the payment', async () => {
    wallet.pay(payment.gatewayId!);
    await engine().transact(({ bookings }) =>
      bookings.move(booking.id, 'cancelUnpaid', {
        reason: 'Plans changed',
        by: 'PASSENGER',
        at: START,
        fee: 0 as never,
      }),
    );
    expect((await returnFromGateway()).outcome).to.equal('refund due');
    expect((await returnFromGateway()).outcome).to.equal('refund due');
  });

  it('a payer’s return from the gateway with an unknown payment id is logged, up to a limit for each IP address', async () => {
    for (const id of ['unknown', '', '\0', 'x'.repeat(300), undefined])
      expect((await returnFromGateway(id ?? 'other')).outcome).to.equal('not matched');
    const known = await engine().transact(({ callbacks }) => callbacks.of('unknown'));
    expect(known.map(({ paymentId, signatureValid }) => [paymentId, signatureValid])).to.deep.equal([
      [undefined, false],
    ]);
    paying.spent.add('203.0.113.1');
    await returnFromGateway('unknown');
    expect(await engine().transact(({ callbacks }) => callbacks.of('unknown'))).to.have.length(1);
  });

  it('a payer’s return from the gateway with the payment id of a different gateway matches no payment', async () => {
    const other = await paying.checkout(booking, 'ESEWA');
    expect((await returnFromGateway(other.gatewayId)).outcome).to.equal('not matched');
  });
});
