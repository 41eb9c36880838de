import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { reconcileList } from '../../../core/refunds/reconcile-list.ts';
import type { ListedMoney } from '../../../core/refunds/ports.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { databaseBooks } from '../../support/corrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { codeOf } from '../../support/refusals.ts';

onEveryEngine('money that only a gateway’s own list has', (engine, database) => {
  let day: Day;
  beforeEach(async () => {
    day = await aDay(engine());
  });

  const compare = (money: readonly Omit<ListedMoney, 'gateway'>[], by: UserId | null = null) =>
    reconcileList({ ...engine(), clock: day.paying.clock })({ gateway: 'ESEWA', money, by });
  const opened = ({ id: bookingId, total: amount }: Booking, transactionUuid: string) => {
    const createdAt = day.paying.clock();
    const attempt = { bookingId, gateway: 'ESEWA', transactionUuid, amount, createdAt };
    return engine().transact(({ payments }) => payments.add({ ...attempt, nextEnquiryAt: minutesAfter(createdAt, 1) }));
  };
  /** A payment about which nobody asks any more. */
  const dropped = async ({ id: bookingId, total: amount }: Booking) => {
    const at = day.paying.clock();
    return engine().transact(async ({ payments }) => {
      const attempt = { bookingId, gateway: 'ESEWA', transactionUuid: 'dropped', amount };
      const id = await payments.add({ ...attempt, createdAt: at, nextEnquiryAt: undefined });
      await payments.move(id, 'reportCanceled', at);
      return id;
    });
  };
  const refunding = () => refundsOn(engine(), day.paying.clock);
  const lost = () => ({ reference: '000LOST', amount: paisa(240_000), at: minutesAfter(day.paying.clock(), -10) });
  const audit = async () => {
    await markPublished(engine());
    const { findings, warnings } = await day.audit();
    return [...findings, ...warnings];
  };
  const listed = async () =>
    (await engine().refundRecords.list({ reason: 'MONEY_WITHOUT_PAYMENT' }, { limit: 10 })).rows;

  it('money of a gateway’s list that no payment explains gets a refund that is DUE, and the check finds nothing', async () => {
    const { id: paymentId } = await day.pay(await day.book('A1'));
    const payment = (await engine().transact(({ payments }) => payments.get(paymentId)))!;
    const compared = await compare([
      { reference: payment.transactionUuid, amount: payment.amount, at: payment.createdAt },
      lost(),
    ]);
    expect(compared.map(({ is }) => is)).to.deep.equal(['known', 'found']);
    const [refund, ...others] = await listed();
    expect(others).to.deep.equal([]);
    expect(refund).to.include({
      status: 'DUE',
      gateway: 'ESEWA',
      amount: 240_000,
      bookingId: null,
      bookingCode: null,
      operatorId: null,
      paymentReference: '000LOST',
    });
    expect(await audit()).to.deep.equal([]);
  });

  it('a second comparison of the same list adds no refund', async () => {
    await compare([lost()]);
    expect((await compare([lost()])).map(({ is }) => is)).to.deep.equal(['known']);
    expect(await listed()).to.have.length(1);
  });

  it('two comparisons of the same list at one time add one refund', async () => {
    await Promise.all([compare([lost()]), compare([lost()])]);
    expect(await listed()).to.have.length(1);
    expect(await audit()).to.deep.equal([]);
  });

  it('money of a payment with another amount or status, or that may be a payment which is still open, gets no refund', async () => {
    const { id: paidId } = await day.pay(await day.book('A1'));
    const booking = await day.book('A2');
    const { clock } = day.paying;
    const [openId, otherId] = [await opened(booking, 'open-1'), await opened(booking, 'open-2')];
    const paid = (await engine().transact(({ payments }) => payments.get(paidId)))!;
    const compared = await compare([
      { reference: paid.transactionUuid, amount: paisa(1), at: paid.createdAt },
      { reference: 'open-1', amount: booking.total, at: clock() },
      { reference: '000OPEN', amount: booking.total, at: minutesAfter(clock(), 5) },
      { reference: '000LATER', amount: booking.total, at: daysAfter(clock(), 2) },
    ]);
    expect(compared.map((one) => [one.is, 'payment' in one ? one.payment.id : undefined])).to.deep.equal([
      ['differs', paidId],
      ['differs', openId],
      ['open', otherId],
      ['found', undefined],
    ]);
  });

  it('an open payment explains money of its amount in a list whose moments are a little early, and one line only', async () => {
    const booking = await day.book('A1');
    const at = minutesAfter(day.paying.clock(), -1);
    const [first, second] = [await opened(booking, 'open-1'), await opened(booking, 'open-2')];
    const line = (reference: string) => ({ reference, amount: booking.total, at });
    const compared = await compare([line('000A'), line('000B'), line('000C')]);
    expect(compared.map((one) => ('payment' in one ? one.payment.id : one.is))).to.deep.equal([first, second, 'found']);
  });

  it('a payment explains money of the amount that its gateway took, and none once nobody asks about it any more', async () => {
    const booking = await day.book('A1');
    const at = day.paying.clock();
    const doubted = await opened(booking, 'open-1');
    await dropped(booking);
    const gatewayAmount = paisa(booking.total + 10_000);
    await engine().transact(({ payments }) =>
      payments.leaveUnclear(doubted, { why: 'ANOTHER_AMOUNT', gatewayAmount }, at),
    );
    const compared = await compare([
      { reference: '000TOOK', amount: gatewayAmount, at },
      { reference: '000DROPPED', amount: booking.total, at },
    ]);
    expect(compared.map((one) => ('payment' in one ? one.payment.id : one.is))).to.deep.equal([doubted, 'found']);
  });

  it('money whose reference a payment of a booking has by now is not sent back, and the check names it', async () => {
    const { clock } = day.paying;
    const id = await dropped(await day.book('A1'));
    await compare([lost()]);
    const { id: refundId, paymentId } = (await listed())[0]!;
    const named = async () => (await audit()).filter(({ says }) => says.includes('of no booking'));
    expect(await named()).to.deep.equal([]);
    await engine().transact(({ payments }) => payments.move(id, 'complete', clock(), { reference: '000LOST' }));
    const admin = await anAdmin(engine());
    const sending = { method: 'ESEWA', reference: 'R-1' } as const;
    expect(await codeOf(refunding().send(admin.id, refundId, sending))).to.equal('REFUND_STATE');
    expect(await named()).to.deep.equal([
      {
        invariant: 'REFUND_DIFFERS',
        row: `payment ${paymentId}`,
        says: `NPR 2400 of no booking have the reference of payment ${id}`,
      },
    ]);
  });

  it('the check names money without a payment that one administrator recorded and sent, or sent and confirmed', async () => {
    const [finder, sender, third] = [await anAdmin(engine()), await anAdmin(engine()), await anAdmin(engine())];
    await compare([lost()], finder.id);
    const { id, paymentId } = (await listed())[0]!;
    await refunding().send(sender.id, id, { method: 'ESEWA', reference: 'R-1' });
    await refunding().confirm(third.id, id);
    const where = { id: Number(id) };
    const byItself = { added_by: Number(sender.id) };
    const lines = await databaseBooks(database()).linesAfter(day.paying.clock, [
      { table: 'refunds', where, set: byItself },
      { table: 'refunds', where, set: { sent_by: Number(third.id) } },
      {
        table: 'refunds',
        where,
        set: byItself,
        also: [finder, third].map((other) => ({
          table: 'users',
          where: { id: Number(other.id) },
          set: { status: 'SUSPENDED' },
        })),
      },
    ]);
    expect(lines.map((found) => found.filter((line) => line.includes('of no booking')))).to.deep.equal([
      [
        `REFUND_DIFFERS: NPR 2400 of no booking were sent by the administrator who recorded them (payment ${paymentId})`,
      ],
      [`REFUND_DIFFERS: NPR 2400 of no booking were sent and confirmed by one administrator (payment ${paymentId})`],
      [],
    ]);
  });

  it('money without a payment is sent by one administrator and confirmed by another, and the check finds nothing', async () => {
    const [sender, other] = [await anAdmin(engine()), await anAdmin(engine())];
    await compare([lost()]);
    const { id } = (await listed())[0]!;
    const refunds = refunding();
    await refunds.claim(sender.id, id);
    expect(await codeOf(refunds.claim(other.id, id))).to.equal('REFUND_CLAIMED');
    await refunds.send(sender.id, id, { method: 'ESEWA', reference: 'R-1' });
    expect(await audit()).to.deep.equal([]);
    expect(await codeOf(refunds.confirm(sender.id, id))).to.equal('SECOND_PERSON');
    expect((await refunds.confirm(other.id, id)).status).to.equal('PAID');
    expect(await audit()).to.deep.equal([]);
    const [balance] = await engine().auditReader.gateways();
    expect(balance).to.include({ gateway: 'ESEWA', balance: 0 });
  });

  it('the administrator who compared the list cannot send what it found, and another can send it again after a failure', async () => {
    const [finder, sender] = [await anAdmin(engine()), await anAdmin(engine())];
    await compare([lost()], finder.id);
    const { id } = (await listed())[0]!;
    const refunds = refunding();
    const sending = { method: 'BANK', reference: 'R-1' } as const;
    expect(await codeOf(refunds.send(finder.id, id, sending))).to.equal('SECOND_PERSON');
    expect(await codeOf(refunds.takeOver(sender.id, id, undefined))).to.equal('REFUND_STATE');
    await refunds.send(sender.id, id, sending);
    await refunds.fail(finder.id, id, 'No such account.');
    await refunds.send(sender.id, id, { ...sending, reference: 'R-2' });
    await refunds.confirm(finder.id, id);
    expect(await audit()).to.deep.equal([]);
  });

  it('the check names money without a payment whose refund or ledger row is another', async () => {
    await compare([lost()]);
    const [refund] = await listed();
    const where = { payment_id: Number(refund!.paymentId) };
    const lines = await databaseBooks(database()).linesAfter(day.paying.clock, [
      { table: 'refunds', where, set: { amount_paisa: 1 } },
      { table: 'ledger_entries', where, isGone: true },
      { table: 'ledger_entries', where, set: { credit: 'BANK' } },
    ]);
    const place = new RegExp(`\\(payment ${where.payment_id}`);
    expect(lines.map((found) => found.find((line) => place.test(line))?.split(':')[0])).to.deep.equal([
      'REFUND_DIFFERS',
      'LEDGER_DIFFERS',
      'LEDGER_DIFFERS',
    ]);
  });
});
