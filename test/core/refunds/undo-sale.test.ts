import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { BookingId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { payCash } from '../../../core/refunds/pay-cash.ts';
import { undoSale } from '../../../core/refunds/undo-sale.ts';
import type { Block } from '../../../core/seats/block.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aClerk, aNewShift, counterOn } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { codeOf } from '../../support/refusals.ts';
import { seatMessage, recorded } from '../../support/events.ts';

onEveryEngine('undoing a sale at the counter', (engine) => {
  let day: Day;
  let seller: Member;
  let owner: Member;
  let counter: ReturnType<typeof counterOn>;

  beforeEach(async () => {
    day = await aDay(engine());
    counter = counterOn(engine(), day.paying.clock);
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(day.bus.id)))!.bus;
    const [first] = await engine().companies.staff({ operatorId }, START);
    owner = { userId: first!.userId!, operatorId };
    const { userId } = await aClerk(engine(), owner);
    seller = { userId, operatorId };
  });

  const undo = (id: BookingId, by = seller) =>
    undoSale({ ...engine(), clock: day.paying.clock })({ userId: by.userId, operatorId: by.operatorId }, id);
  const findings = async () => {
    await markPublished(engine());
    return (await day.audit()).findings.map(({ invariant, says }) => `${invariant} ${says}`);
  };
  const shiftOf = (by: Member) => engine().transact(({ shifts }) => shifts.lockOpen(by));
  const rowsOf = async (id: BookingId) =>
    (await engine().ledgerViews.ofBooking(id)).map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount]);
  const block = (trip: TripId, blocks: readonly Block[]) =>
    engine().transact(async (stores) => {
      await stores.blocks.lock(trip, START);
      await stores.blocks.replace(trip, blocks, START);
    });
  const blocksOf = async (trip: TripId) => (await engine().tripBlocks.find(trip, day.paying.clock()))?.blocks;

  it('an undone cash sale is REFUNDED, and its cash comes from the till of its shift', async () => {
    await aNewShift(engine(), seller, paisa(50_000));
    const { id, total } = await counter.sell(seller, day.bus.id, { numbers: ['A1', 'A2'], paidBy: 'CASH' });
    day.paying.clock.advance(9);
    const undone = await undo(id);
    expect(undone).to.include({ status: 'REFUNDED', cancelledBy: 'OPERATOR', cancellationFee: 0 });
    expect(undone.refunds.map(({ status, amount, reason }) => [status, amount, reason])).to.deep.equal([
      ['PAID', total, 'OPERATOR_CANCELLATION'],
    ]);
    expect(await shiftOf(seller)).to.include({ sales: total, refunds: total });
    expect(await rowsOf(id)).to.deep.equal([
      ['PAYMENT', 'CASH', 'UNEARNED', total],
      ['CANCELLATION', 'UNEARNED', 'REFUND_DUE', total],
      ['REFUND', 'REFUND_DUE', 'CASH', total],
    ]);
    expect(await findings()).to.deep.equal([]);
    await counter.sell(seller, day.bus.id, { numbers: ['A1', 'A2'] });
    expect(await codeOf(undo(id))).to.equal('BOOKING_CLOSED');
  });

  it('an undone QR sale is given back by the company itself, whether or not a shift is open', async () => {
    const { id, total } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    const undone = await undo(id);
    expect(undone.refunds.map(({ status, gateway }) => [status, gateway])).to.deep.equal([['PAID', 'QR']]);
    const [refund] = await engine().transact(({ refunds }) => refunds.ofBooking(id));
    expect(refund).to.include({ method: 'QR', status: 'PAID', amount: total });
    expect((await rowsOf(id)).at(-1)).to.deep.equal(['REFUND', 'REFUND_DUE', 'CASH', total]);
    expect(await findings()).to.deep.equal([]);
  });

  it('undoing a sale writes one entry into the activity log', async () => {
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    await undo(id);
    const log = await engine().transact(({ trail }) => trail.of({ type: 'booking', id }));
    expect(log.map(({ kind }) => kind)).to.deep.equal(['SEATS_SOLD', 'SALE_UNDONE']);
    expect(log[1]).to.deep.include({
      actor: { role: 'OPERATOR', userId: seller.userId },
      changes: { booking_status: { old: 'CONFIRMED', new: 'REFUNDED' } },
    });
  });

  it('undoing a sale blocks again the seats and places that the sale took from blocks', async () => {
    const kept = { seat: seat('A1'), reason: 'For the agent.', until: null };
    await block(day.bus.id, [kept]);
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1', 'A2'] });
    expect(await blocksOf(day.bus.id)).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
    await undo(id);
    expect(await blocksOf(day.bus.id)).to.deep.equal([kept]);
    expect(await recorded(engine())).to.deep.include(seatMessage(day.bus.id, 'BLOCKED', 'A1'));

    const places = { places: 12, reason: 'For the agent.', until: null };
    const minibus = (await aTrip(engine(), { seats: 12, bus: { operatorId: seller.operatorId } })).id;
    await block(minibus, [places]);
    const { id: other } = await counter.sell(seller, minibus, { seats: 3 });
    await undo(other);
    const back = (await blocksOf(minibus))!;
    expect(back.reduce((sum, one) => sum + ('places' in one ? one.places : 0), 0)).to.equal(12);
    expect(await findings()).to.deep.equal([]);
  });

  it('cancelling a paid counter sale restores no blocks', async () => {
    await block(day.bus.id, [{ seat: seat('A1'), reason: 'For the agent.', until: null }]);
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    await counter.cancel({ role: 'OPERATOR', ...owner }, id, { reason: 'They asked for it.', fee: 'none' });
    expect(await blocksOf(day.bus.id)).to.deep.equal([]);
  });

  it('a sale is undone by its seller or by a MANAGER, and by no other clerk', async () => {
    const other = await aClerk(engine(), owner);
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    expect(await codeOf(undo(id, other))).to.equal('POSITION_TOO_LOW');
    expect((await undo(id, owner)).status).to.equal('REFUNDED');
  });

  it('a sale cannot be undone 10 minutes after it was made', async () => {
    const { id, bookedAt } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    day.paying.clock.set(minutesAfter(bookedAt, 10));
    expect(await codeOf(undo(id))).to.equal('TOO_LATE_TO_UNDO');
  });

  it('a cash sale cannot be undone after its shift was closed, even if its seller has opened another one', async () => {
    const shift = await aNewShift(engine(), seller);
    const { id, total } = await counter.sell(seller, day.bus.id, { numbers: ['A1'], paidBy: 'CASH' });
    await counter.closeShift(owner, shift, { countedCash: total, note: null });
    await counter.openShift(seller, paisa(500_000));
    expect(await codeOf(undo(id))).to.equal('TOO_LATE_TO_UNDO');
  });

  it('a cash sale cannot be undone when its till no longer holds the cash', async () => {
    await aNewShift(engine(), seller);
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1'], paidBy: 'CASH' });
    const { id: other } = await counter.sell(owner, day.bus.id, { numbers: ['A2'] });
    const cancelled = await counter.cancel({ role: 'OPERATOR', ...owner }, other, { reason: 'Asked.', fee: 'none' });
    const needs = { ...engine(), clock: day.paying.clock, passengerClientBase: 'http://client' };
    await payCash(needs)(seller, cancelled.refunds[0]!.id);
    expect(await codeOf(undo(id))).to.equal('TILL_TOO_LOW');
    expect((await engine().officeBookings.find(id))!.status).to.equal('CONFIRMED');
  });

  it('an online booking cannot be undone at the counter', async () => {
    const booking = await day.book('A1');
    await day.pay(booking);
    expect(await codeOf(undo(booking.id))).to.equal('POSITION_TOO_LOW');
    expect(await codeOf(undo(booking.id, owner))).to.equal('NOT_COUNTER_SALE');
  });

  it('of five members who undo one sale at once, one succeeds and the cash is paid once', async () => {
    await aNewShift(engine(), seller);
    const { id, total } = await counter.sell(seller, day.bus.id, { numbers: ['A1'], paidBy: 'CASH' });
    const results = await Promise.all(Array.from({ length: 5 }, () => undo(id).then(() => 'undone', codeOfError)));
    expect(results.sort()).to.deep.equal([...Array.from({ length: 4 }, () => 'BOOKING_CLOSED'), 'undone']);
    expect(await shiftOf(seller)).to.include({ sales: total, refunds: total });
    expect(await findings()).to.deep.equal([]);
  });
});

const codeOfError = (error: { readonly code?: string; readonly message?: string }): string =>
  error.code ?? error.message ?? 'no error';
