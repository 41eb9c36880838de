import { expect } from 'chai';
import { suspendUser } from '../../../core/accounts/suspend-user.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { addGoodwill } from '../../../core/refunds/add-goodwill.ts';
import { seat } from '../../support/catalogue.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { START } from '../../support/clock.ts';
import { aNewShift, counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { entriesOf, expectBooksBalance } from '../../support/entries.ts';
import { NEWS } from '../../support/news.ts';
import { payingOn } from '../../support/paying.ts';
import { aBooking } from '../../support/bookings.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';
import { aPaidBooking, aRefund, CONTACT, refundsOn, WALLET } from '../../support/refunds.ts';

onEveryEngine('the refund desk', (engine) => {
  const mailsOf = async () =>
    (await engine().transact(({ mailQueue }) => mailQueue.claim(daysAfter(START, 9), daysAfter(START, 10), 100))).map(
      ({ mail }) => mail,
    );

  it('a refund’s account shows how many refunds of other payers use the same account', async () => {
    const { id: hari } = await anAdmin(engine());
    const refund = async (paid: Parameters<typeof aPaidBooking>[1], account: object = {}) => {
      const booked = await aPaidBooking(engine(), paid);
      await engine().transact(({ refunds }) =>
        refunds.nameAccount(booked.booking.id, { ...WALLET, ...account, bank: null }, 'PASSENGER', START),
      );
      return (await aRefund(engine(), { paid: booked })).id;
    };
    const userId = await aPassengerId(engine());
    const [mine, again] = [await refund({ userId }), await refund({ userId })];
    const other = await refund({});
    const [counter, sameContact] = [await refund({ gateway: 'CASH' }), await refund({ gateway: 'QR', userId: hari })];
    const elsewhere = [await refund({}, { number: '9800000000' }), await refund({}, { kind: 'KHALTI' })];
    const all = [mine, again, other, counter, sameContact, ...elsewhere];
    expect(await engine().refundRecords.sharing(all, START)).to.deep.equal(
      new Map([
        [mine, 3],
        [again, 3],
        [other, 4],
        [counter, 3],
        [sameContact, 3],
      ]),
    );
    expect(await engine().refundRecords.sharing(all, minutesAfter(START, 1))).to.deep.equal(new Map());
    expect(await engine().transact(({ refundRecords }) => refundRecords.sharing([other], START))).to.deep.equal(
      new Map([[other, 4]]),
    );
    expect(await engine().refundRecords.sharing([], START)).to.deep.equal(new Map());
  });

  it('a second administrator counts as available if another one was ACTIVE at any time since a given moment', async () => {
    const clock = () => START;
    const [{ id: gita }, { id: hari }, { id: ila }] = [
      await anAdmin(engine()),
      await anAdmin(engine()),
      await anAdmin(engine(), { status: 'SUSPENDED' }),
    ];
    const had = (id: typeof gita, since = daysAfter(START, -7)) =>
      engine().transact(({ users }) => users.hadAnotherAdmin(id, since));
    expect([await had(gita), await had(ila)]).to.deep.equal([true, true]);
    await suspendUser({ ...engine(), clock })(gita, hari, 'On leave.');
    expect([await had(gita), await had(gita, minutesAfter(START, -1)), await had(gita, START)]).to.deep.equal([
      ...[true, true, false],
    ]);
    expect(await had(hari, START), 'who is ACTIVE now').to.equal(true);
  });

  it('a refund that the platform pays instead of a company’s counter is paid from the account BANK, and the ledger balances', async () => {
    const paying = payingOn(engine());
    const { owner, trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2'] });
    await aNewShift(engine(), owner);
    const sold = await counterOn(engine(), paying.clock).sell(owner, trip.id, { numbers: ['A1'], paidBy: 'CASH' });
    const { id: admin } = await anAdmin(engine());
    const { refunds: owed } = await cancellingOn(paying).cancelForOffice({ role: 'ADMIN', userId: admin }, sold);
    const { takeOver, send, confirm } = refundsOn(engine(), paying.clock);
    const { id } = owed[0]!;
    await takeOver(admin, id, WALLET);
    await expectBooksBalance(engine(), paying);
    await send(admin, id, { method: 'ESEWA', reference: 'E-1' });
    await confirm(admin, id);
    expect(await entriesOf(engine(), sold)).to.deep.equal([
      'PAYMENT CASH/UNEARNED 120000',
      'CANCELLATION UNEARNED/REFUND_DUE 120000',
      'REFUND REFUND_DUE/BANK 120000',
    ]);
    await expectBooksBalance(engine(), paying);
  });

  describe('mails about refunds that no other mail announces', () => {
    it('the refund of a duplicate payment is mailed to the payer only once, and the mail asks for an account', async () => {
      const paying = payingOn(engine());
      const { trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2'] });
      const userId = await aPassengerId(engine());
      const booking = await aBooking(engine(), { userId, tripId: trip.id, seats: [seat('A1')] });
      const [first, second] = [await paying.checkout(booking), await paying.checkout(booking)];
      await paying.handleSuccess(paying.gateway.pay(first));
      const callback = paying.gateway.pay(second);
      await paying.handleSuccess(callback);
      await paying.handleSuccess(callback);
      const told = (await mailsOf()).filter(({ kind }) => kind === 'refund-due');
      const { email, fullName } = (await engine().accounts.find(userId))!;
      expect(told).to.have.length(1);
      expect(told[0]).to.deep.include({
        to: email,
        name: fullName,
        bookingCode: booking.code,
        reason: 'DUPLICATE_PAYMENT',
        amount: booking.total,
        account: null,
        page: `${NEWS.passengerClientBase}/bookings/${booking.id}`,
      });
    });

    it('the refund of a late payment is mailed to its payer', async () => {
      const paying = payingOn(engine());
      const { trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2'] });
      const userId = await aPassengerId(engine());
      const booking = await aBooking(engine(), { userId, tripId: trip.id, seats: [seat('A1')] });
      const payment = await paying.checkout(booking);
      await cancellingOn(paying).cancel(booking);
      await paying.handleSuccess(paying.gateway.pay(payment));
      const told = await mailsOf();
      expect(told.map(({ kind }) => kind)).to.deep.equal(['refund-due']);
      expect(told[0]).to.include({ reason: 'LATE_PAYMENT', amount: booking.total });
    });

    it('a goodwill refund is mailed to the payer, with the number of the known account masked', async () => {
      const { id: admin } = await anAdmin(engine());
      const paid = await aPaidBooking(engine(), { gateway: 'QR' });
      await engine().transact(({ refunds }) =>
        refunds.nameAccount(paid.booking.id, { ...WALLET, bank: null }, 'OPERATOR', START),
      );
      const given = { amount: 5_000 as never, note: 'Late.' };
      await addGoodwill({ ...engine(), ...NEWS, clock: () => START })(admin, paid.paymentId, given);
      const told = await mailsOf();
      expect(told).to.have.length(1);
      expect(told[0]).to.deep.include({
        kind: 'refund-due',
        to: CONTACT.email,
        reason: 'GOODWILL',
        page: null,
        account: { method: 'ESEWA', bank: null, number: '•••••••678' },
      });
    });

    it('the refund of a booking that its passenger cancelled is mailed unless the account for refunds is known already', async () => {
      const paying = payingOn(engine());
      const { trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2'] });
      const userId = await aPassengerId(engine());
      for (const [name, isKnown] of [
        ['A1', false],
        ['A2', true],
      ] as const) {
        const booking = await aBooking(engine(), { userId, tripId: trip.id, seats: [seat(name)] });
        await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
        if (isKnown)
          await engine().transact(({ refunds }) =>
            refunds.nameAccount(booking.id, { ...WALLET, bank: null }, 'PASSENGER', START),
          );
        await cancellingOn(paying).cancel(booking);
        const told = (await mailsOf()).filter((mail) => 'bookingCode' in mail && mail.bookingCode === booking.code);
        expect(told.map(({ kind }) => kind)).to.deep.equal(isKnown ? [] : ['refund-due']);
      }
    });
  });
});
