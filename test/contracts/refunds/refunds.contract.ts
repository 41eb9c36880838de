import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { RefundId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import {
  type AccountNamer,
  type NewRefund,
  type Refund,
  type RefundAccount,
  type RefundMove,
  mayMoveRefund,
  REFUND_MOVES,
} from '../../../core/payments/refund.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const NOBODY = 2_000_000_000 as RefundId;
const LATER = minutesAfter(START, 5);
const ACCOUNT = { kind: 'BANK', holder: 'Asha Gurung', number: 'NP00123456', bank: 'Nabil' } as const;

onEveryEngine('refunds', (engine) => {
  let booking: Booking;
  let payment: Payment;
  let made = 0;

  const pay = async ({ id: bookingId }: Booking, gateway = 'ESEWA'): Promise<Payment> => {
    made += 1;
    const given = { bookingId, gateway, transactionUuid: uuid(made), amount: paisa(240_050), createdAt: START };
    await engine().transact(({ payments }) => payments.add({ ...given, nextEnquiryAt: undefined }));
    return paymentOf(engine(), given.transactionUuid);
  };

  beforeEach(async () => {
    booking = (await aBookedTrip(engine())).booking;
    payment = await pay(booking);
  });

  const on = <Result>(work: (refunds: StoresOf['refunds']) => Promise<Result>): Promise<Result> =>
    engine().transact(({ refunds }) => work(refunds));
  const due = (traits: Partial<NewRefund> = {}): Promise<RefundId> =>
    on((refunds) =>
      refunds.add(
        {
          paymentId: payment.id,
          bookingId: booking.id,
          reason: 'LATE_PAYMENT',
          amount: paisa(240_050),
          dueAt: daysAfter(START, 7),
          ...traits,
        },
        START,
      ),
    );
  const get = async (id: RefundId): Promise<Refund> => (await on((refunds) => refunds.get(id)))!;

  it('a refund stores its past and its planned request to the gateway, and a change of status deletes the planned one', async () => {
    const { id: admin } = await anAdmin(engine());
    const id = await due();
    const attempts = {
      count: 3,
      unanswered: 2,
      nextAt: hoursAfter(START, 1),
      firstSentAt: START,
      isDoubtful: true,
      releasedBy: admin,
    };
    await on((refunds) => refunds.saveAttempts(id, attempts));
    expect((await get(id)).attempts).to.deep.equal(attempts);
    await on((refunds) => refunds.move(id, 'send', START, { method: 'BANK', reference: 'R' }));
    expect((await get(id)).attempts).to.deep.equal({ ...attempts, nextAt: null });
  });

  it('an automatic refund is requested at its planned time, and the longest overdue comes first', async () => {
    const [first, second, third] = [await due(), await due(), await due()];
    const at = (id: RefundId, hours: number) =>
      on(async (refunds) => {
        const refund = await refunds.get(id);
        await refunds.saveAttempts(id, { ...refund!.attempts, nextAt: hoursAfter(START, hours) });
      });
    await at(first, 2);
    await at(second, 1);
    await at(third, 3);
    const found = (hours: number, limit = 9, gateway = 'ESEWA') =>
      on((refunds) => refunds.toAttempt(gateway, hoursAfter(START, hours), limit));
    expect(await found(2)).to.deep.equal([second, first]);
    expect(await found(2, 1)).to.deep.equal([second]);
    expect(await found(9, 9, 'KHALTI')).to.deep.equal([]);
    await on((refunds) => refunds.move(third, 'send', START, { method: 'BANK', reference: 'R' }));
    expect(await found(9)).to.deep.equal([]);
  });

  it('a second refund of a payment is not requested from the gateway while the first is being requested', async () => {
    const [first, second] = [await due(), await due()];
    const request = (id: RefundId) =>
      on((refunds) => refunds.move(id, 'request', START, { method: 'AUTOMATIC', reference: 'T-1' })).catch(
        () => 'refused by the store',
      );
    expect([await request(first), await request(second)]).to.deep.equal([true, 'refused by the store']);
    expect((await get(second)).status).to.equal('DUE');
    expect(await request(first), 'the first one again').to.equal(true);
    await on((refunds) => refunds.move(first, 'confirm', START));
    expect(await request(second)).to.equal(true);
  });

  it('a new refund is DUE and belongs to the company of its booking', async () => {
    const id = await due();
    expect(await get(id)).to.deep.equal({
      id,
      paymentId: payment.id,
      bookingId: booking.id,
      operatorId: booking.operatorId,
      gateway: 'ESEWA',
      reason: 'LATE_PAYMENT',
      amount: 240_050,
      status: 'DUE',
      dueAt: daysAfter(START, 7),
      createdAt: START,
      account: null,
      method: null,
      reference: null,
      sentAt: null,
      paidAt: null,
      failure: null,
      takenOver: false,
      sentBy: null,
      addedBy: null,
      claim: null,
      attempts: {
        count: 0,
        unanswered: 0,
        nextAt: START,
        firstSentAt: null,
        isDoubtful: false,
        releasedBy: null,
      },
    });
    expect(await on((refunds) => refunds.get(NOBODY))).to.equal(undefined);
  });

  it('refunds of a payment and of a booking are listed oldest first', async () => {
    const other = await pay(booking, 'CASH');
    const elsewhere = (await aBookedTrip(engine())).booking;
    await due({ paymentId: (await pay(elsewhere)).id, bookingId: elsewhere.id });
    const ids = [
      await due({ amount: paisa(50) }),
      await due({ paymentId: other.id }),
      await due({ reason: 'GOODWILL' }),
    ];
    const ofPayment = await on((refunds) => refunds.ofPayment(payment.id));
    expect(ofPayment.map(({ id, reason, amount }) => [id, reason, amount])).to.deep.equal([
      [ids[0], 'LATE_PAYMENT', 50],
      [ids[2], 'GOODWILL', 240_050],
    ]);
    const ofBooking = await on((refunds) => refunds.ofBooking(booking.id));
    expect(ofBooking.map(({ id, gateway }) => [id, gateway])).to.deep.equal([
      [ids[0], 'ESEWA'],
      [ids[1], 'CASH'],
      [ids[2], 'ESEWA'],
    ]);
    expect(ofBooking[0]).to.deep.equal(await get(ids[0]!));
  });

  describe('moves of a refund', () => {
    const WAYS: Readonly<Record<Refund['status'], readonly RefundMove[]>> = {
      DUE: [],
      SENT: ['send'],
      FAILED: ['send', 'fail'],
      PAID: ['send', 'confirm'],
    };

    for (const [status, way] of Object.entries(WAYS) as [Refund['status'], readonly RefundMove[]][])
      for (const move of Object.keys(REFUND_MOVES) as RefundMove[])
        it(`a refund that is ${status} ${mayMoveRefund(status, move) ? 'accepts' : 'refuses'} the change “${move}”`, async () => {
          const id = await due();
          for (const step of way) expect(await on((refunds) => refunds.move(id, step, START))).to.equal(true);
          const before = await get(id);
          expect(before.status).to.equal(status);
          const isMade = await on((refunds) => refunds.move(id, move, LATER, { reference: 'R-9' }));
          expect(isMade).to.equal(mayMoveRefund(status, move));
          const after = await get(id);
          expect(after.status).to.equal(isMade ? REFUND_MOVES[move].to : status);
          if (!isMade) expect(after).to.deep.equal(before);
        });

    it('a refund stores how it was sent, and loses the reason of an earlier failure when it is sent again', async () => {
      const id = await due();
      const move = (way: RefundMove, minutes: number, details = {}) =>
        on((refunds) => refunds.move(id, way, minutesAfter(START, minutes), details));
      await move('send', 1, { method: 'BANK', reference: 'B-1' });
      const sent = await get(id);
      expect(sent).to.include({ method: 'BANK', reference: 'B-1', sentAt: minutesAfter(START, 1), paidAt: null });
      await move('fail', 2, { failure: 'No such account.' });
      expect(await get(id)).to.deep.equal({ ...sent, status: 'FAILED', failure: 'No such account.' });
      await move('send', 3, { method: 'ESEWA', reference: 'E-2' });
      await move('confirm', 4);
      expect(await get(id)).to.include({
        method: 'ESEWA',
        reference: 'E-2',
        failure: null,
        sentAt: minutesAfter(START, 3),
        paidAt: minutesAfter(START, 4),
      });
    });

    it('a refund changes its status only once when 20 requests change it at once', async () => {
      const id = await due();
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          on((refunds) => refunds.move(id, 'send', START, { method: 'BANK', reference: `B-${n}` })),
        ),
      );
      expect(tries.filter(Boolean)).to.have.length(1);
      expect((await get(id)).reference).to.equal(`B-${tries.indexOf(true)}`);
    });

    it('the status of an unknown refund cannot be changed', async () => {
      expect(await on((refunds) => refunds.move(NOBODY, 'send', START))).to.equal(false);
    });
  });

  const name = (account: RefundAccount = ACCOUNT, namedBy: AccountNamer = 'PASSENGER') =>
    on((refunds) => refunds.nameAccount(booking.id, account, namedBy, START));

  it('a refund that is DUE or FAILED shows the account that its booking’s passenger has named for refunds', async () => {
    const elsewhere = (await aBookedTrip(engine())).booking;
    const other = await due({ paymentId: (await pay(elsewhere)).id, bookingId: elsewhere.id });
    const [one, failed, sent, paid] = [await due(), await due(), await due(), await due()];
    await on(async (refunds) => {
      for (const id of [failed, sent, paid]) await refunds.move(id, 'send', START);
      await refunds.move(failed, 'fail', START, { failure: 'Closed.' });
      await refunds.move(paid, 'confirm', START);
    });
    expect(await on((refunds) => refunds.accountOf(booking.id))).to.equal(undefined);
    const first = { ...ACCOUNT, version: 1, namedBy: 'PASSENGER' } as const;
    expect(await name()).to.deep.equal(first);
    const accounts = [];
    for (const id of [one, failed, sent, paid, other]) accounts.push((await get(id)).account);
    expect(accounts).to.deep.equal([first, first, null, null, null]);
    const wallet = { ...ACCOUNT, kind: 'KHALTI', bank: null } as const;
    const second = { ...wallet, version: 2, namedBy: 'ADMIN' } as const;
    expect(await name(wallet, 'ADMIN')).to.deep.equal(second);
    expect((await get(failed)).account).to.deep.equal(second);
    expect(await on((refunds) => refunds.accountOf(booking.id))).to.deep.equal(second);
    expect(await on((refunds) => refunds.accountOf(elsewhere.id))).to.equal(undefined);
  });

  it('a DUE refund gets a newly named account, and a sent refund keeps the account that it was sent to', async () => {
    const before = await due();
    await name();
    await on((refunds) => refunds.move(before, 'send', START));
    await name({ ...ACCOUNT, number: 'NP00999999' });
    const later = await due();
    expect((await get(before)).account).to.include({ number: ACCOUNT.number, version: 1 });
    expect((await get(later)).account).to.include({ number: 'NP00999999', version: 2, namedBy: 'PASSENGER' });
  });

  it('a failed refund shows the account that is named for its booking now, not the one that it was sent to', async () => {
    const [moved, alone] = [await due(), await due()];
    await on((refunds) => refunds.move(alone, 'send', START));
    await on((refunds) => refunds.move(alone, 'fail', START, { failure: 'Closed.' }));
    expect((await get(alone)).account).to.equal(null);
    await name();
    await on((refunds) => refunds.move(moved, 'send', START));
    const present = await name({ ...ACCOUNT, kind: 'KHALTI', number: '9812345678', bank: null });
    expect((await get(moved)).account).to.include({ number: ACCOUNT.number, version: 1 });
    await on((refunds) => refunds.move(moved, 'fail', START, { failure: 'Closed.' }));
    expect((await get(moved)).account).to.deep.equal(present);
    await on((refunds) => refunds.move(moved, 'send', START));
    expect((await get(moved)).account).to.deep.equal(present);
  });

  it('an administrator’s claim on a refund ends when the refund is sent', async () => {
    const [{ id: gita }, { id: hari }] = [await anAdmin(engine()), await anAdmin(engine())];
    const [id, other] = [await due(), await due()];
    await on((refunds) => refunds.claim(id, { by: gita, until: LATER }));
    expect((await get(id)).claim).to.deep.equal({ by: gita, until: LATER });
    await on((refunds) => refunds.claim(id, { by: hari, until: LATER }));
    expect([(await get(id)).claim?.by, (await get(other)).claim]).to.deep.equal([hari, null]);
    await on((refunds) => refunds.move(id, 'send', START));
    expect((await get(id)).claim).to.equal(null);
  });

  it('a refund that a counter would pay is taken over by the platform only once, and then not paid at the counter', async () => {
    const [id, sent] = [await due(), await due()];
    const takeOver = (refund: RefundId) => on((refunds) => refunds.takeOver(refund));
    await on((refunds) => refunds.move(sent, 'send', START));
    expect(await takeOver(sent)).to.equal(false);
    expect((await Promise.all([takeOver(id), takeOver(id)])).sort()).to.deep.equal([false, true]);
    expect(await get(id)).to.include({ takenOver: true, status: 'DUE' });
    expect(await on((refunds) => refunds.move(id, 'payCash', START, { method: 'CASH' }))).to.equal(false);
    expect(await on((refunds) => refunds.move(id, 'send', START))).to.equal(true);
  });

  it('a refund stores which administrator added it', async () => {
    const { id: addedBy } = await anAdmin(engine());
    expect((await get(await due({ reason: 'GOODWILL', addedBy }))).addedBy).to.equal(addedBy);
  });

  it('refunds count as outstanding until they are paid, and as overdue after their due date', async () => {
    const outstanding = (day: number) => engine().outstandingRefunds(daysAfter(START, day));
    expect(await outstanding(0)).to.deep.equal({ due: 0, overdue: 0 });
    const ids = [await due({ dueAt: daysAfter(START, 7) }), await due({ dueAt: daysAfter(START, 9) })];
    expect([await outstanding(7), await outstanding(8), await outstanding(9.5)]).to.deep.equal([
      { due: 2, overdue: 0 },
      { due: 2, overdue: 1 },
      { due: 2, overdue: 2 },
    ]);
    for (const [move, left] of [
      ['send', 2],
      ['fail', 2],
      ['send', 2],
      ['confirm', 1],
    ] as const) {
      await on((refunds) => refunds.move(ids[0]!, move, START));
      expect(await outstanding(9.5), move).to.deep.equal({ due: left, overdue: left });
    }
  });
});

type StoresOf = Parameters<Parameters<Engine['transact']>[0]>[0];
