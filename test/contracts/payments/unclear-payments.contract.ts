import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { leftToRefund } from '../../../core/payments/refund.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { entriesOf, expectBooksBalance } from '../../support/entries.ts';
import { type FakePageGateway, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aBookedTrip, type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';
import { codeOf, faultsOf } from '../../support/refusals.ts';

onEveryEngine('unclear payments', (engine) => {
  let wallet: FakePageGateway;
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;
  let [admin, other]: readonly UserId[] = [];

  beforeEach(async () => {
    wallet = fakeRedirect();
    paying = payingOn(engine(), { others: [wallet] });
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking, 'WALLET');
    [admin, other] = [(await anAdmin(engine())).id, (await anAdmin(engine())).id];
  });

  const OTHER = paisa(239_900);
  const PART = paisa(100_000);
  const look = () => {
    paying.clock.advance(1);
    return paying.check(booking.userId, booking.id);
  };
  const another = async () => {
    wallet.pay(payment.gatewayId!, { amount: OTHER });
    await look();
  };
  const partlyBack = async () => {
    wallet.say(payment.gatewayId!, { status: 'AMBIGUOUS', isPartlyGivenBack: true });
    await look();
  };
  const stored = async () => (await engine().transact(({ payments }) => payments.get(payment.id)))!;
  const trail = async () =>
    (await engine().transact((stores) => stores.trail.of({ type: 'payment', id: payment.id }))).map(({ kind }) => kind);
  /** Takes the waiting mails out of their queue, and returns them. */
  const waiting = async () => {
    const now = paying.clock();
    const claimed = await engine().transact(({ mailQueue }) => mailQueue.claim(now, minutesAfter(now, 1), 1_000));
    return claimed.map(({ mail }) => mail);
  };
  const mails = async () =>
    (await waiting()).flatMap((mail) =>
      mail.kind === 'payment-amount-differs' && mail.paymentId === payment.id ? [mail] : [],
    );
  const settle = (amount?: ReturnType<typeof paisa>, id = payment.id) => paying.settle(admin!, id, amount);
  const refunds = () => engine().transact((stores) => stores.refunds.ofPayment(payment.id));
  const statusOfBooking = async () => (await engine().transact(({ bookings }) => bookings.find(booking.id)))?.status;

  it('a payment whose amount differs from the amount due becomes AMBIGUOUS, and its booking stays unpaid', async () => {
    await another();
    expect(await stored()).to.deep.include({ status: 'AMBIGUOUS', unclear: 'ANOTHER_AMOUNT', gatewayAmount: OTHER });
    expect([await statusOfBooking(), await refunds()]).to.deep.equal(['PENDING_PAYMENT', []]);
    const record = await engine().transact(({ paymentRecords }) => paymentRecords.find(payment.id));
    expect(record).to.deep.include({ gatewayAmount: OTHER, isResolvable: false });
  });

  it('a payment whose amount differs from the amount due is mailed to every administrator only once', async () => {
    await another();
    await another();
    paying.clock.advance(1);
    await paying.enquire(admin!, payment.id);
    const told = await mails();
    expect(told.length).to.be.greaterThan(1);
    expect(new Set(told.map(({ to }) => to)).size).to.equal(told.length);
    expect(told[0]).to.include({ bookingCode: booking.code, gateway: 'Wallet', asked: payment.amount, came: OTHER });
    expect((await trail()).filter((kind) => kind === 'PAYMENT_AMOUNT_DIFFERS')).to.have.length(1);
  });

  it('the mail about a payment whose amount differs from the amount due is in each administrator’s language', async () => {
    const [nepali, silent] = [await anAdmin(engine()), await anAdmin(engine())];
    await engine().transact(({ users }) => users.signedIn(nepali.id, paying.clock(), 'ne'));
    await another();
    const languages = new Map((await mails()).map(({ to, language }) => [to, language]));
    expect([languages.get(nepali.email), languages.get(silent.email)]).to.deep.equal(['ne', 'en']);
  });

  it('a payment of a wrong amount that an administrator settled stays COMPLETE when its booking is cancelled', async () => {
    await another();
    await settle();
    const paid = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(paid));
    expect(await cancellingOn(paying).cancel(booking)).to.include({ status: 'REFUNDED' });
    expect((await stored()).status).to.equal('COMPLETE');
    await expectBooksBalance(engine(), paying);
  });

  it('a payment of a wrong amount stays unclear until the gateway reports the right amount or a refund', async () => {
    await another();
    for (const status of ['PENDING', 'FAILED', 'CANCELED']) {
      wallet.say(payment.gatewayId!, { status });
      await look();
      expect((await stored()).status, status).to.equal('AMBIGUOUS');
    }
    wallet.isUp = false;
    paying.clock.advance(1);
    await paying.enquire(admin!, payment.id);
    expect(await stored()).to.deep.include({ status: 'AMBIGUOUS', gatewayAmount: OTHER });
  });

  it('an unclear payment is confirmed when the gateway reports the right amount', async () => {
    await another();
    wallet.pay(payment.gatewayId!, { amount: payment.amount });
    await look();
    expect(await stored()).to.deep.include({ status: 'COMPLETE', unclear: undefined, gatewayAmount: undefined });
    expect(await statusOfBooking()).to.equal('CONFIRMED');
  });

  it('a payment becomes FULL_REFUND if the gateway had refunded it before the service knew that it was paid', async () => {
    wallet.say(payment.gatewayId!, { status: 'FULL_REFUND' });
    await look();
    expect([(await stored()).status, paying.alarms]).to.deep.equal(['FULL_REFUND', []]);
  });

  it('a payment becomes AMBIGUOUS, with one alarm, if the gateway had refunded part of it before the service knew of it', async () => {
    await partlyBack();
    await partlyBack();
    expect(await stored()).to.deep.include({ status: 'AMBIGUOUS', unclear: 'PARTLY_GIVEN_BACK' });
    expect([paying.alarms, await mails()]).to.deep.equal([[payment.id], []]);
  });

  it('settling a payment of a wrong amount owes the payer the arrived amount, and leaves the booking unpaid', async () => {
    await another();
    expect(await settle(paisa(5))).to.include({ status: 'COMPLETE', gatewayAmount: OTHER, amount: payment.amount });
    expect(await statusOfBooking()).to.equal('PENDING_PAYMENT');
    expect((await refunds()).map(({ reason, amount, status }) => [reason, amount, status])).to.deep.equal([
      ['AMOUNT_DIFFERS', OTHER, 'DUE'],
    ]);
    expect(await entriesOf(engine(), booking)).to.deep.equal([`PAYMENT GATEWAY/REFUND_DUE ${OTHER}`]);
    expect((await trail()).at(-1)).to.equal('PAYMENT_SETTLED');
    await expectBooksBalance(engine(), paying);
  });

  it('the ledger balances after a payment of a wrong amount is settled and a second payment pays for the booking', async () => {
    const first = await paying.checkout(booking, 'ESEWA');
    paying.gateway.pay({ ...first, amount: paisa(250_000) });
    await look();
    await settle(undefined, first.id);
    const second = await paying.checkout(booking, 'ESEWA');
    await paying.handleSuccess(paying.gateway.pay(second));
    expect(await statusOfBooking()).to.equal('CONFIRMED');
    await expectBooksBalance(engine(), paying);
  });

  it('settling a payment of a wrong amount is announced to its payer by mail', async () => {
    await another();
    await settle();
    const told = (await waiting()).filter((mail) => mail.kind === 'refund-due' && mail.bookingCode === booking.code);
    expect(told).to.have.length(1);
  });

  it('a partly refunded payment can be settled only with an amount to refund that does not exceed the payment', async () => {
    await partlyBack();
    for (const amount of [undefined, paisa(0), paisa(240_001)])
      expect(await faultsOf(settle(amount))).to.deep.equal(['amount']);
    await settle(PART);
    expect((await refunds()).map(({ amount }) => amount)).to.deep.equal([PART]);
    await expectBooksBalance(engine(), paying);
  });

  it('a payment that was settled as a refund never pays for its booking, but a second payment can', async () => {
    await another();
    await settle();
    const second = await paying.checkout(booking, 'ESEWA');
    await paying.handleSuccess(paying.gateway.pay(second));
    expect(await statusOfBooking()).to.equal('CONFIRMED');
    expect(await paying.check(booking.userId, booking.id)).to.include({ gateway: 'ESEWA', status: 'COMPLETE' });
    expect(await engine().transact((stores) => stores.refunds.ofPayment(second.id))).to.deep.equal([]);
  });

  it('a payment that was settled as a refund has nothing more to refund, and a payer who returns from the gateway sees “refund due”', async () => {
    await another();
    await settle();
    expect(leftToRefund(await stored(), await refunds())).to.equal(0);
    const returned = await paying.handleReturn({
      gateway: 'WALLET',
      source: 'SUCCESS_CALLBACK',
      gatewayId: payment.gatewayId,
      query: '',
      address: '203.0.113.1',
    });
    expect(returned.outcome).to.equal('refund due');
  });

  it('a payment is settled as a refund only once, and only if its amount is wrong', async () => {
    expect(await codeOf(settle())).to.equal('PAYMENT_STATE');
    await another();
    const outcomes = await Promise.allSettled([settle(), settle(), settle()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await refunds()).to.have.length(1);
    expect(await codeOf(settle())).to.equal('PAYMENT_STATE');
    expect(await codeOf(settle(undefined, 2_000_000_000 as never))).to.equal('PAYMENT_UNKNOWN');
  });

  it('a payment of a wrong amount can only be settled as a refund, and shows which administrator settled it', async () => {
    await another();
    const resolving = paying.resolve(other!, payment.id, { as: 'COMPLETE', note: 'Seen at the gateway.' });
    expect(await codeOf(resolving)).to.equal('PAYMENT_STATE');
    await settle();
    expect((await stored()).resolution).to.deep.equal({ as: 'COMPLETE', by: admin });
  });
});
