import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { RefundMail } from '../../../core/platform/booking-mails.ts';
import type { RefundId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { leftToRefund, type RefundReason } from '../../../core/payments/refund.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { handClock, START } from '../../support/clock.ts';
import { companiesOn } from '../../support/companies.ts';
import { aClerk, aNewShift } from '../../support/counter.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { aPaidBooking, aRefund, CLIENT, CONTACT, refundsOn, WALLET } from '../../support/refunds.ts';

const SENT = { method: 'ESEWA', reference: 'E-1' } as const;

describe('refunds', () => {
  let engine: Engine;
  let admin: UserId;
  let refunds: ReturnType<typeof refundsOn>;
  const clock = handClock();

  beforeEach(async () => {
    clock.set(START);
    engine = memoryEngine();
    admin = (await anAdmin(engine)).id;
    refunds = refundsOn(engine, clock);
  });

  const mails = async (): Promise<readonly RefundMail[]> =>
    (await engine.transact(({ mailQueue }) => mailQueue.claim(daysAfter(START, 1), daysAfter(START, 2), 100))).map(
      ({ mail }) => mail as RefundMail,
    );
  const rowsOf = (id: RefundId) => engine.transact(({ trail }) => trail.of({ type: 'refund', id }));

  it('the mail about a sent refund names the amount and only the end of the account number', async () => {
    const paid = await aPaidBooking(engine);
    const { id, bookingId } = await aRefund(engine, { paid });
    await refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
    await refunds.send(admin, id, SENT);
    const user = (await engine.accounts.find(paid.booking.userId))!;
    const [, mail, ...more] = await mails();
    expect(more).to.deep.equal([]);
    expect(mail).to.deep.include({
      kind: 'refund-sent',
      to: user.email,
      name: user.fullName,
      bookingCode: paid.booking.code,
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      companyName: 'Blue Sky Travels',
      amount: 100_000,
      reason: 'PASSENGER_CANCELLATION',
      ...SENT,
      failure: null,
      account: { bank: null, number: '•••••••678' },
      page: `${CLIENT}/bookings/${bookingId}`,
    });
  });

  it('the mail about a sent refund names no account if the refund did not go to the account that was named', async () => {
    const paid = await aPaidBooking(engine);
    const { id, bookingId } = await aRefund(engine, { paid });
    await refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
    await refunds.send(admin, id, { method: 'BANK', reference: 'B-1' });
    expect((await mails())[1]?.account).to.equal(null);
  });

  it('mails about the refund of a counter sale go to the buyer’s contact address', async () => {
    const paid = await aPaidBooking(engine, { gateway: 'QR' });
    const { id } = await aRefund(engine, { paid, reason: 'GOODWILL' });
    await refunds.send(admin, id, SENT);
    await refunds.fail(admin, id, 'Closed.');
    const [, failed] = await mails();
    expect(failed).to.include({
      kind: 'refund-failed',
      failure: 'Closed.',
      page: null,
      to: CONTACT.email,
    });
  });

  it('the activity log of a refund masks the account number', async () => {
    const paid = await aPaidBooking(engine);
    const { id, bookingId } = await aRefund(engine, { paid });
    await refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
    clock.set(minutesAfter(START, 5));
    await refunds.send(admin, id, SENT);
    await refunds.fail(admin, id, 'Closed.');
    const rows = await rowsOf(id);
    expect(rows.map(({ kind, at, description }) => [kind, at - START, description])).to.deep.equal([
      ['REFUND_SENT', 300_000, `Sent NPR 1000 for booking ${paid.booking.code} by ESEWA, reference E-1.`],
      ['REFUND_FAILED', 300_000, `Noted that NPR 1000 for booking ${paid.booking.code} did not arrive: Closed.`],
    ]);
    const named = await engine.transact(({ trail }) => trail.of({ type: 'booking', id: bookingId }));
    expect(named.at(-1)).to.deep.include({
      kind: 'REFUND_ACCOUNT_NAMED',
      actor: { role: 'PASSENGER', userId: paid.booking.userId },
      changes: {
        account_kind: { old: null, new: 'ESEWA' },
        account_number: { old: null, new: '•••••••678' },
      },
    });
    expect(JSON.stringify([...rows, ...named])).not.to.include(WALLET.number);
  });

  it('a refused change of a refund writes no activity log and sends no mail', async () => {
    const { id } = await aRefund(engine);
    for (const refused of [refunds.confirm(admin, id), refunds.fail(admin, id, 'x')])
      expect(await codeOf(refused)).to.equal('REFUND_STATE');
    expect(await rowsOf(id)).to.deep.equal([]);
    expect(await mails()).to.deep.equal([]);
  });

  describe('cash refunds', () => {
    let ram: Member;

    beforeEach(async () => {
      ram = await aClerk(engine, await anOperator(engine));
    });

    const owed = (gateway: 'CASH' | 'QR' = 'CASH') => aRefund(engine, { ...ram, gateway });

    it('a cash refund is paid from the open shift of the clerk who pays it', async () => {
      const shift = await aNewShift(engine, ram, paisa(500_000));
      for (const gateway of ['CASH', 'QR'] as const) {
        const { id } = await owed(gateway);
        const paid = await refunds.payCash(ram, id);
        expect(paid).to.include({ status: 'PAID', method: 'CASH', paidAt: START, sentAt: null, reference: null });
      }
      expect((await engine.shiftViews.find(shift))?.refunds).to.equal(200_000);
      expect((await engine.ledgerViews.balances()).CASH).to.equal(-200_000);
    });

    it('a cash refund is refused if only a colleague has an open shift', async () => {
      await aNewShift(engine, await aClerk(engine, ram));
      const { id } = await owed();
      expect(await codeOf(refunds.payCash(ram, id))).to.equal('NO_OPEN_SHIFT');
      expect(await rowsOf(id)).to.deep.equal([]);
    });

    it('a cash refund is refused if it exceeds the cash of the shift', async () => {
      const shift = await aNewShift(engine, ram, paisa(99_999));
      const { id } = await owed();
      const { code, extra } = await refused(refunds.payCash(ram, id));
      expect([code, extra]).to.deep.equal(['TILL_TOO_LOW', { expected_cash: 999.99 }]);
      expect(await rowsOf(id)).to.deep.equal([]);
      await engine.transact(({ shifts }) => shifts.addSale(shift, paisa(1)));
      expect((await refunds.payCash(ram, id)).status).to.equal('PAID');
    });

    it('a suspended company can pay a cash refund, but cannot name an account', async () => {
      await aNewShift(engine, ram, paisa(500_000));
      const { id, bookingId } = await owed();
      const terms = { status: 'SUSPENDED', reason: 'Debts.' } as const;
      await companiesOn(engine).changeTerms(admin, ram.operatorId, terms);
      expect(await codeOf(refunds.nameAccountForContact(ram, bookingId, WALLET))).to.equal('COMPANY_SUSPENDED');
      expect((await refunds.payCash(ram, id)).status).to.equal('PAID');
    });

    it('a company pays in cash only refunds of its own sales, and no goodwill refunds', async () => {
      await aNewShift(engine, ram, paisa(500_000));
      const online = await aRefund(engine, ram);
      const goodwill = await aRefund(engine, { ...ram, gateway: 'CASH', reason: 'GOODWILL' });
      for (const { id } of [online, goodwill]) {
        expect(await codeOf(refunds.payCash(ram, id))).to.equal('REFUND_STATE');
        expect((await refunds.send(admin, id, SENT)).status).to.equal('SENT');
      }
      const { id } = await owed('QR');
      expect(await codeOf(refunds.send(admin, id, SENT))).to.equal('REFUND_STATE');
      const foreign = await aRefund(engine, { gateway: 'CASH' });
      expect(await codeOf(refunds.payCash(ram, foreign.id))).to.equal('REFUND_UNKNOWN');
    });
  });

  describe('goodwill refunds', () => {
    it('a goodwill refund of more than what is left of the payment is refused', async () => {
      const { paymentId, booking } = await aPaidBooking(engine);
      const give = (amount: number) =>
        refunds.addGoodwill(admin, paymentId, { amount: paisa(amount), note: 'Late bus.' });
      await give(70_000);
      expect(await codeOf(give(50_001))).to.equal('REFUND_EXCEEDS');
      await give(50_000);
      expect(await codeOf(give(1))).to.equal('REFUND_EXCEEDS');
      const { status } = (await engine.transact(({ payments }) => payments.get(paymentId)))!;
      const now = (await engine.transact(({ bookings }) => bookings.find(booking.id)))!;
      expect([status, now.status]).to.deep.equal(['COMPLETE', 'CONFIRMED']);
    });

    it('a cancellation after a goodwill refund refunds only the rest of the payment', async () => {
      const paying = payingOn(engine);
      const { paymentId, booking } = await aPaidBooking(engine);
      await refunds.addGoodwill(admin, paymentId, { amount: paisa(20_000), note: 'Late bus.' });
      await cancellingOn(paying).cancelForOffice({ role: 'ADMIN', userId: admin }, booking);
      const all = await engine.transact(({ refunds: repo }) => repo.ofPayment(paymentId));
      expect(all.map(({ reason, amount }) => [reason, amount])).to.deep.equal([
        ['GOODWILL', 20_000],
        ['OPERATOR_CANCELLATION', 100_000],
      ]);
      const again = refunds.addGoodwill(admin, paymentId, { amount: paisa(1), note: 'More.' });
      expect(await codeOf(again)).to.equal('REFUND_EXCEEDS');
    });
  });

  it('the function leftToRefund() subtracts earlier refunds from a payment, and is zero if no money arrived', () => {
    const [id, other] = [1, 2] as never[];
    const payment = { id: id!, gateway: 'ESEWA', amount: paisa(100) };
    const given = [
      { paymentId: id!, amount: paisa(30), reason: 'GOODWILL' as RefundReason },
      { paymentId: other!, amount: paisa(90), reason: 'GOODWILL' as RefundReason },
    ];
    const left = (status: Parameters<typeof leftToRefund>[0]['status'], refunded = given) =>
      leftToRefund({ ...payment, status }, refunded);
    expect([left('COMPLETE'), left('COMPLETE', []), left('PARTIAL_REFUND')]).to.deep.equal([70, 100, 70]);
    // A wrong amount arrived, and a refund of the whole amount exists. So nothing is left to refund.
    expect(left('COMPLETE', [{ paymentId: id!, amount: paisa(60), reason: 'AMOUNT_DIFFERS' }])).to.equal(0);
    // The gateway refunded the payment, or its money never arrived.
    expect([left('FULL_REFUND', []), left('INITIATED', []), left('AMBIGUOUS', [])]).to.deep.equal([0, 0, 0]);
  });
});
