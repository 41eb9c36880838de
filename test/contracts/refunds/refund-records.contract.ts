import { expect } from 'chai';
import type { OperatorId, RefundId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { Refund, RefundMove } from '../../../core/payments/refund.ts';
import type { RefundFilter } from '../../../core/refunds/ports.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { aPaidBooking, aRefund } from '../../support/refunds.ts';

onEveryEngine('the list of refunds', (engine) => {
  let operatorId: OperatorId;
  /** Four refunds, in the order of their due dates. */
  let goodwill: Refund;
  let late: Refund;
  let cash: Refund;
  let online: Refund;

  beforeEach(async () => {
    ({ operatorId } = await anOperator(engine()));
    online = await aRefund(engine(), { operatorId, dueAt: daysAfter(START, 9) });
    cash = await aRefund(engine(), { operatorId, gateway: 'CASH', dueAt: daysAfter(START, 3) });
    late = await aRefund(engine(), { reason: 'LATE_PAYMENT', dueAt: daysAfter(START, 3), operatorId: await another() });
    const paid = await aPaidBooking(engine(), { operatorId, gateway: 'QR' });
    goodwill = await aRefund(engine(), { paid, reason: 'GOODWILL', dueAt: daysAfter(START, 1) });
  });

  const another = async () => (await anOperator(engine())).operatorId;
  const move = (id: RefundId, ...way: readonly RefundMove[]) =>
    engine().transact(async ({ refunds }) => {
      for (const step of way) await refunds.move(id, step, START);
    });
  const list = async (filter: RefundFilter): Promise<readonly RefundId[]> =>
    (await engine().refundRecords.list(filter, { limit: 10 })).rows.map(({ id }) => id);
  const ids = (...refunds: readonly Refund[]) => refunds.map(({ id }) => id);

  it('the list of refunds is ordered by due date, then by id', async () => {
    expect(await list({})).to.deep.equal(ids(goodwill, cash, late, online));
  });

  it('an administrator’s view of a refund has all its fields and its booking’s code', async () => {
    const booking = (await engine().transact(({ bookings }) => bookings.find(late.bookingId)))!;
    const record = { ...late, bookingCode: booking.code, paymentReference: 'REF' };
    expect(await engine().refundRecords.find(late.id)).to.deep.equal(record);
    expect((await engine().refundRecords.list({ reason: 'LATE_PAYMENT' }, { limit: 1 })).rows).to.deep.equal([record]);
    expect(await engine().transact(({ refundRecords }) => refundRecords.find(late.id))).to.deep.equal(record);
    expect(await engine().refundRecords.find(2_000_000_000 as RefundId)).to.equal(undefined);
  });

  it('the list of refunds is filtered by status, reason, company and whether a counter pays the refund', async () => {
    await move(cash.id, 'send', 'fail');
    await move(late.id, 'send', 'confirm');
    expect(await list({ status: 'DUE' })).to.deep.equal(ids(goodwill, online));
    expect(await list({ status: 'FAILED' })).to.deep.equal(ids(cash));
    expect(await list({ status: 'PAID' })).to.deep.equal(ids(late));
    expect(await list({ reason: 'PASSENGER_CANCELLATION' })).to.deep.equal(ids(cash, online));
    expect(await list({ operatorId })).to.deep.equal(ids(goodwill, cash, online));
    expect(await list({ operatorId, status: 'DUE', reason: 'GOODWILL' })).to.deep.equal(ids(goodwill));
    expect(await list({ operatorId, atCounter: true })).to.deep.equal(ids(cash));
  });

  it('the list of refunds marks a refund as overdue after its due date until it is paid', async () => {
    const overdue = (is: boolean, now: Instant, more: RefundFilter = {}) => list({ ...more, overdue: { is, now } });
    const [then, day] = [daysAfter(START, 3), hoursAfter(daysAfter(START, 3), 1)];
    expect(await overdue(true, then)).to.deep.equal(ids(goodwill));
    expect(await overdue(true, day)).to.deep.equal(ids(goodwill, cash, late));
    await move(goodwill.id, 'send');
    await move(cash.id, 'send', 'fail');
    await move(late.id, 'send', 'confirm');
    expect(await overdue(true, day)).to.deep.equal(ids(goodwill, cash));
    expect(await overdue(false, day)).to.deep.equal(ids(late, online));
    expect(await overdue(true, day, { status: 'SENT' })).to.deep.equal(ids(goodwill));
    expect(await overdue(true, day, { operatorId, status: 'FAILED' })).to.deep.equal(ids(cash));
    expect(await overdue(true, day, { status: 'PAID' })).to.deep.equal([]);
  });

  it('the list of refunds is read page by page', async () => {
    const first = await engine().refundRecords.list({}, { limit: 2 });
    expect([first.rows.map(({ id }) => id), first.next]).to.deep.equal([ids(goodwill, cash), [cash.dueAt, cash.id]]);
    const last = await engine().refundRecords.list({}, { limit: 2, after: [cash.dueAt, cash.id] });
    expect([last.rows.map(({ id }) => id), last.next]).to.deep.equal([ids(late, online), undefined]);
  });
});
