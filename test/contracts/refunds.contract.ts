import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { RefundId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { mayMoveRefund, REFUND_MOVES } from '../../core/payments/refund.ts';
import type { NewRefund, Refund, RefundMove } from '../../core/payments/refund.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import type { Engine } from '../support/engines.ts';
import { aBookedTrip, paymentOf } from '../support/paying.ts';

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
          ...{ paymentId: payment.id, bookingId: booking.id, reason: 'LATE_PAYMENT' },
          ...{ amount: paisa(240_050), dueAt: daysAfter(START, 7) },
          ...traits,
        },
        START,
      ),
    );
  const get = async (id: RefundId): Promise<Refund> => (await on((refunds) => refunds.get(id)))!;

  it('come back as they were added, DUE and of the company of their booking', async () => {
    const id = await due();
    expect(await get(id)).to.deep.equal({
      ...{ id, paymentId: payment.id, bookingId: booking.id, operatorId: booking.operatorId, gateway: 'ESEWA' },
      ...{ reason: 'LATE_PAYMENT', amount: 240_050, status: 'DUE', dueAt: daysAfter(START, 7), createdAt: START },
      ...{ account: null, method: null, reference: null, sentAt: null, paidAt: null, failure: null },
    });
    expect(await on((refunds) => refunds.get(NOBODY))).to.equal(undefined);
  });

  it('may be several of a payment, oldest first', async () => {
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

  describe('move', () => {
    const WAYS: Readonly<Record<Refund['status'], readonly RefundMove[]>> = {
      DUE: [],
      SENT: ['send'],
      FAILED: ['send', 'fail'],
      PAID: ['send', 'confirm'],
    };

    for (const [status, way] of Object.entries(WAYS) as [Refund['status'], readonly RefundMove[]][])
      for (const move of Object.keys(REFUND_MOVES) as RefundMove[])
        it(`${move} from ${status} ${mayMoveRefund(status, move) ? 'is made' : 'is not'}`, async () => {
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

    it('keeps what was done, and forgets a failure once it is sent again', async () => {
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
        ...{ method: 'ESEWA', reference: 'E-2', failure: null },
        ...{ sentAt: minutesAfter(START, 3), paidAt: minutesAfter(START, 4) },
      });
    });

    it('is made once, however many try', async () => {
      const id = await due();
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          on((refunds) => refunds.move(id, 'send', START, { method: 'BANK', reference: `B-${n}` })),
        ),
      );
      expect(tries.filter(Boolean)).to.have.length(1);
      expect((await get(id)).reference).to.equal(`B-${tries.indexOf(true)}`);
    });

    it('of one that is not there is not made', async () => {
      expect(await on((refunds) => refunds.move(NOBODY, 'send', START))).to.equal(false);
    });
  });

  it('get an account while they are DUE or FAILED', async () => {
    const elsewhere = (await aBookedTrip(engine())).booking;
    const other = await due({ paymentId: (await pay(elsewhere)).id, bookingId: elsewhere.id });
    const [one, failed, sent, paid] = [await due(), await due(), await due(), await due()];
    await on(async (refunds) => {
      for (const id of [failed, sent, paid]) await refunds.move(id, 'send', START);
      await refunds.move(failed, 'fail', START, { failure: 'Closed.' });
      await refunds.move(paid, 'confirm', START);
    });
    expect(await on((refunds) => refunds.nameAccount(booking.id, ACCOUNT))).to.equal(2);
    const accounts = [];
    for (const id of [one, failed, sent, paid, other]) accounts.push((await get(id)).account);
    expect(accounts).to.deep.equal([ACCOUNT, ACCOUNT, null, null, null]);
    const wallet = { ...ACCOUNT, kind: 'KHALTI', bank: null } as const;
    expect(await on((refunds) => refunds.nameAccount(booking.id, wallet))).to.equal(2);
    expect((await get(failed)).account).to.deep.equal(wallet);
  });

  it('are outstanding until they are paid, and overdue when their day has come', async () => {
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
