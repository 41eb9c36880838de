import { expect } from 'chai';
import { reactivateUser, suspendUser } from '../../../core/accounts/suspend-user.ts';
import type { PaymentId, RefundId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import type { GivenAccount } from '../../../core/refunds/account.ts';
import { refuseOnlyPerson } from '../../../core/refunds/second-person.ts';
import { type ListRefunds, listRefunds } from '../../../core/refunds/view-refunds.ts';
import { handClock, START } from '../../support/clock.ts';
import { aClerk, aNewShift } from '../../support/counter.ts';
import { type Engine, onSqlite } from '../../support/engines.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';
import { aPaidBooking, aRefund, refundsOn, WALLET } from '../../support/refunds.ts';
import type { RefundStores } from '../../../core/refunds/world.ts';

const codeOfError = (error: unknown): string => (error as { readonly code: string }).code;

const SENT = { method: 'ESEWA', reference: 'E-1' } as const;
const ACCOUNT = { ...WALLET, kind: 'KHALTI', number: '9712345678' } as const;

onSqlite('the refund desk', (empty) => {
  let engine: Engine;
  let gita: UserId;
  let hari: UserId;
  let refunds: ReturnType<typeof refundsOn>;
  const clock = handClock();

  beforeEach(async () => {
    clock.set(START);
    engine = empty();
    [gita, hari] = [(await anAdmin(engine)).id, (await anAdmin(engine)).id];
    refunds = refundsOn(engine, clock);
  });

  const list: ListRefunds = (...wanted) => listRefunds({ ...engine, clock })(...wanted);
  const pass = (minutes: number) => clock.set(minutesAfter(clock(), minutes));
  const rowsOf = async (id: RefundId) =>
    (await engine.transact(({ trail }) => trail.of({ type: 'refund', id }))).map(({ kind }) => kind);
  const extraOf = async (refused: Promise<unknown>) =>
    refused.then(
      () => undefined,
      (error: unknown) => (error as { readonly extra: object }).extra,
    );

  describe('claims of refunds', () => {
    it('a refund is claimed by one administrator for 15 minutes, during which others cannot send it', async () => {
      const { id } = await aRefund(engine);
      const { fullName } = (await engine.accounts.find(gita))!;
      const claimed = await refunds.claim(gita, id);
      expect(claimed.claim).to.deep.equal({ by: gita, fullName, until: minutesAfter(START, 15) });
      for (const refused of [() => refunds.claim(hari, id), () => refunds.send(hari, id, SENT)]) {
        expect(await codeOf(refused())).to.equal('REFUND_CLAIMED');
        expect(await extraOf(refused())).to.deep.equal({ by: { id: gita, full_name: fullName } });
      }
      pass(14.9);
      expect(await codeOf(refunds.claim(hari, id))).to.equal('REFUND_CLAIMED');
      pass(0.1);
      expect((await list({}, { limit: 1 })).rows[0]?.claim).to.equal(null);
      expect((await refunds.claim(hari, id)).claim?.by).to.equal(hari);
      expect(await rowsOf(id)).to.deep.equal(['REFUND_CLAIMED', 'REFUND_CLAIMED']);
    });

    it('an administrator who claims a refund again gets another 15 minutes', async () => {
      const { id } = await aRefund(engine);
      await refunds.claim(gita, id);
      pass(10);
      expect((await refunds.claim(gita, id)).claim?.until).to.equal(minutesAfter(START, 25));
    });

    it('a claim on a refund ends when the refund is sent, and a refund can be sent without a claim', async () => {
      const { id } = await aRefund(engine);
      await refunds.claim(gita, id);
      expect((await refunds.send(gita, id, SENT)).claim).to.equal(null);
      await refunds.fail(hari, id, 'Closed.');
      expect((await refunds.send(hari, id, SENT)).status).to.equal('SENT');
    });

    it('a refund that the company’s counter pays, or that is sent, cannot be claimed by an administrator', async () => {
      const { operatorId } = await anOperator(engine);
      const cash = await aRefund(engine, { operatorId, gateway: 'CASH' });
      const { id } = await aRefund(engine);
      await refunds.send(gita, id, SENT);
      for (const refused of [cash.id, id]) expect(await codeOf(refunds.claim(gita, refused))).to.equal('REFUND_STATE');
      await refunds.fail(gita, id, 'Closed.');
      expect((await refunds.claim(gita, id)).status).to.equal('FAILED');
    });

    it('a claimed refund’s account can be changed only by the administrator who claimed the refund', async () => {
      const paid = await aPaidBooking(engine);
      const { id, bookingId } = await aRefund(engine, { paid });
      await refunds.claim(gita, id);
      const refused = () => refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
      expect(await codeOf(refused())).to.equal('REFUND_CLAIMED');
      expect(await extraOf(refused()), 'who has it').to.deep.equal({});
      pass(15);
      await refused();

      const { operatorId } = await anOperator(engine);
      const clerk = await aClerk(engine, { operatorId });
      const sold = await aRefund(engine, { operatorId, gateway: 'QR', reason: 'GOODWILL' });
      await refunds.claim(gita, sold.id);
      expect(await codeOf(refunds.nameAccountForContact(clerk, sold.bookingId, WALLET))).to.equal('REFUND_CLAIMED');
      expect(await codeOf(refunds.nameAccountForRefund(hari, sold.id, WALLET))).to.equal('REFUND_CLAIMED');
      expect(await extraOf(refunds.nameAccountForRefund(hari, sold.id, WALLET))).to.have.nested.property('by.id', gita);
      await refunds.nameAccountForRefund(gita, sold.id, WALLET);
      expect((await engine.refundRecords.find(sold.id))?.account?.namedBy).to.equal('ADMIN');
    });
  });

  describe('the account version of a sent refund', () => {
    it('sending a refund is refused if the request names an outdated version of the refund’s account', async () => {
      const paid = await aPaidBooking(engine);
      const { id, bookingId } = await aRefund(engine, { paid });
      const send = (accountVersion?: string | null) =>
        refunds.send(gita, id, { ...SENT, ...(accountVersion !== undefined && { accountVersion }) });
      expect(await codeOf(send('1')), 'none is named').to.equal('ACCOUNT_CHANGED');
      await refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
      expect(await codeOf(send(null)), 'none was seen').to.equal('ACCOUNT_CHANGED');
      await refunds.nameAccount(paid.booking.userId, bookingId, ACCOUNT);
      expect(await codeOf(send('1')), 'an older one was seen').to.equal('ACCOUNT_CHANGED');
      expect((await send('2')).status).to.equal('SENT');
      await refunds.fail(gita, id, 'Closed.');
      expect((await send()).status, 'nothing is compared').to.equal('SENT');
    });

    it('a failed refund shows the newest account of the passenger, and the mail names the account that the money was sent to', async () => {
      const paid = await aPaidBooking(engine);
      const [first, second] = [await aRefund(engine, { paid }), await aRefund(engine, { paid })];
      const name = (account: GivenAccount) => refunds.nameAccount(paid.booking.userId, first.bookingId, account);
      await name(WALLET);
      await refunds.send(gita, first.id, SENT);
      await name({ ...WALLET, number: '9712345600' });
      const failed = await refunds.fail(gita, first.id, 'Closed.');
      expect(failed.account).to.include({ number: '9712345600', version: 2 });
      const mails = await engine.transact(({ mailQueue }) => mailQueue.claim(clock(), clock(), 100));
      const told = mails.find(({ mail }) => mail.kind === 'refund-failed')?.mail;
      expect(told).to.deep.include({ account: { bank: null, number: '•••••••678' } });
      expect(await codeOf(refunds.send(gita, first.id, { ...SENT, accountVersion: '1' }))).to.equal('ACCOUNT_CHANGED');
      expect((await refunds.send(gita, second.id, { ...SENT, accountVersion: '2' })).status).to.equal('SENT');
    });

    it('a refund whose account nobody has named can be marked as sent, with null as the version of its account', async () => {
      const { id } = await aRefund(engine);
      expect((await refunds.send(gita, id, { ...SENT, accountVersion: null })).status).to.equal('SENT');
    });
  });

  describe('goodwill refunds', () => {
    const added = async () => {
      const { paymentId } = await aPaidBooking(engine);
      return refunds.addGoodwill(gita, paymentId, { amount: paisa(5_000), note: 'Late.' });
    };
    const suspend = (by: UserId, whom: UserId) => suspendUser({ ...engine, clock })(by, whom, 'On leave.');

    it('a goodwill refund must be sent by a different administrator than the one who added it', async () => {
      const { id } = await added();
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      await refunds.claim(gita, id);
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      pass(15);
      expect((await refunds.send(hari, id, SENT)).status).to.equal('SENT');
    });

    it('an administrator may send their own goodwill refund once there has been no other administrator for 7 days', async () => {
      const { id } = await added();
      await suspend(gita, hari);
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      clock.set(minutesAfter(daysAfter(START, 7), -1));
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      clock.set(minutesAfter(daysAfter(START, 7), 1));
      expect((await refunds.send(gita, id, SENT)).status).to.equal('SENT');
    });

    it('the 7 days until an administrator may send their own goodwill refund start again when another administrator is reactivated', async () => {
      const { id } = await added();
      await suspend(gita, hari);
      clock.set(daysAfter(START, 10));
      await reactivateUser({ ...engine, clock })(gita, hari);
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      await suspend(gita, hari);
      clock.set(daysAfter(START, 16));
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('SECOND_PERSON');
      clock.set(daysAfter(START, 18));
      expect((await refunds.send(gita, id, SENT)).status).to.equal('SENT');
    });
  });

  it('a late payment’s refund cannot be sent by the administrator who resolved the payment as COMPLETE', async () => {
    const send = (as: 'COMPLETE' | 'FAILED', by: UserId, isAlone = false) =>
      refuseOnlyPerson(
        {
          users: { hadAnotherAdmin: async () => !isAlone },
          payments: { get: async () => ({ resolution: { as, by } }) as Payment },
        } as unknown as RefundStores,
        { reason: 'LATE_PAYMENT', addedBy: null, paymentId: 1 as PaymentId },
        gita,
        START,
      ).then(() => 'ok', codeOfError);
    expect(await send('COMPLETE', gita)).to.equal('SECOND_PERSON');
    expect(
      await Promise.all([send('COMPLETE', hari), send('FAILED', gita), send('COMPLETE', gita, true)]),
    ).to.deep.equal(['ok', 'ok', 'ok']);
  });

  it('sending a refund checks the status, the claim, the second administrator and the account in this order', async () => {
    const { paymentId } = await aPaidBooking(engine);
    const { id } = await refunds.addGoodwill(gita, paymentId, { amount: paisa(5_000), note: 'Late.' });
    const send = () => codeOf(refunds.send(gita, id, { ...SENT, accountVersion: '9' }));
    await refunds.claim(hari, id);
    expect(await send()).to.equal('REFUND_CLAIMED');
    pass(15);
    expect(await send()).to.equal('SECOND_PERSON');
    expect(await codeOf(refunds.send(hari, id, { ...SENT, accountVersion: '9' }))).to.equal('ACCOUNT_CHANGED');
    await refunds.send(hari, id, SENT);
    expect(await send()).to.equal('REFUND_STATE');
  });

  it('a refund shows how many other passengers’ refunds were sent to its account within 90 days', async () => {
    const name = async (gateway: 'ESEWA' | 'QR', userId?: UserId) => {
      const paid = await aPaidBooking(engine, { gateway, ...(userId && { userId }) });
      const refund = await aRefund(engine, { paid });
      await engine.transact(({ refunds: repo }) => repo.nameAccount(paid.booking.id, ACCOUNT, 'PASSENGER', START));
      return { ...refund, userId: paid.booking.userId };
    };
    const sharedWith = async ({ id }: { readonly id: RefundId }) =>
      (await list({}, { limit: 10 })).rows.find((one) => one.id === id)?.sharedWith;
    const mine = await name('ESEWA');
    await name('ESEWA', mine.userId);
    expect(await sharedWith(mine), 'of the same payer').to.equal(0);
    const [other, atCounter] = [await name('ESEWA'), await name('QR')];
    await name('QR');
    expect(await sharedWith(mine)).to.equal(3);
    expect(await sharedWith(other)).to.equal(4);
    expect(await sharedWith(atCounter), 'of the same phone number').to.equal(3);
    clock.set(daysAfter(START, 90));
    expect(await sharedWith(mine)).to.equal(3);
    pass(1);
    expect(await sharedWith(mine)).to.equal(0);
  });

  it('an administrator cannot name an account for a sent refund, even if a second refund of the booking is due', async () => {
    const { operatorId } = await anOperator(engine);
    const paid = await aPaidBooking(engine, { operatorId, gateway: 'CASH' });
    const sent = await aRefund(engine, { paid, reason: 'GOODWILL' });
    const due = await aRefund(engine, { paid, reason: 'GOODWILL' });
    await refunds.send(hari, sent.id, SENT);
    expect(await codeOf(refunds.nameAccountForRefund(gita, sent.id, ACCOUNT))).to.equal('NO_REFUND_DUE');
    expect((await refunds.nameAccountForRefund(gita, due.id, ACCOUNT)).number).to.equal(ACCOUNT.number);
  });

  describe('take-overs of cash refunds', () => {
    it('a cash refund that the platform takes over is paid from the platform’s bank instead of the company’s cash', async () => {
      const { operatorId } = await anOperator(engine);
      const clerk = await aClerk(engine, { operatorId });
      await aNewShift(engine, clerk, paisa(500_000));
      const { id, bookingId } = await aRefund(engine, { operatorId, gateway: 'CASH' });
      expect(await codeOf(refunds.send(gita, id, SENT))).to.equal('REFUND_STATE');
      const taken = await refunds.takeOver(gita, id, ACCOUNT);
      expect(taken).to.deep.include({ status: 'DUE', takenOver: true });
      expect(taken.account).to.include({ number: ACCOUNT.number, namedBy: 'ADMIN' });
      for (const refused of [refunds.takeOver(gita, id, undefined), refunds.payCash(clerk, id)])
        expect(await codeOf(refused)).to.equal('REFUND_STATE');
      expect((await engine.refundRecords.list({ atCounter: true }, { limit: 10 })).rows).to.deep.equal([]);

      await refunds.send(hari, id, SENT);
      await refunds.confirm(hari, id);
      const entries = await engine.ledgerViews.ofBooking(bookingId);
      expect(entries.map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount])).to.deep.equal([
        ['REFUND', 'REFUND_DUE', 'BANK', 100_000],
      ]);
      expect(await rowsOf(id)).to.deep.equal(['REFUND_TAKEN_OVER', 'REFUND_SENT', 'REFUND_PAID']);
    });

    it('a cash refund that the platform takes over asks the passenger for an account, unless an account is known', async () => {
      const { operatorId } = await anOperator(engine);
      const kinds = async () =>
        (await engine.transact(({ mailQueue }) => mailQueue.claim(clock(), clock(), 100))).map(({ mail }) => mail.kind);
      const paid = await aPaidBooking(engine, { operatorId, gateway: 'CASH' });
      const [first, second] = [await aRefund(engine, { paid }), await aRefund(engine, { paid })];
      await refunds.takeOver(gita, first.id, undefined);
      expect(await kinds()).to.deep.equal(['refund-due']);
      await refunds.nameAccountForRefund(gita, first.id, ACCOUNT);
      await refunds.takeOver(gita, second.id, undefined);
      expect((await kinds()).sort()).to.deep.equal(['refund-account', 'refund-due']);
    });

    it('only a refund that the company’s counter has to pay can be taken over by the platform', async () => {
      const { operatorId } = await anOperator(engine);
      const online = await aRefund(engine, { operatorId });
      const goodwill = await aRefund(engine, { operatorId, gateway: 'CASH', reason: 'GOODWILL' });
      for (const { id } of [online, goodwill])
        expect(await codeOf(refunds.takeOver(gita, id, undefined))).to.equal('REFUND_STATE');
      expect(await codeOf(refunds.takeOver(gita, online.id, ACCOUNT))).to.equal('PASSENGER_NAMES_ACCOUNT');
      expect(await codeOf(refunds.takeOver(gita, goodwill.id, { ...ACCOUNT, number: '1' }))).to.equal('VALIDATION');
    });
  });
});
