import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { BookingId, TripId } from '../../../core/kernel/ids.ts';
import { NOTHING, paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { SoldAtCounter } from '../../../core/counter/sold.ts';
import type { Block } from '../../../core/seats/block.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aClerk, counterOn } from '../../support/counter.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { entriesOf } from '../../support/entries.ts';
import { recorded } from '../../support/events.ts';
import { type FakePageGateway, fakeQr } from '../../../adapters/memory/page-gateway.ts';
import { NEVER } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';
import { refundsOn } from '../../support/refunds.ts';
import { refusalOf } from '../../support/refusals.ts';

onEveryEngine('a sale by a code at the counter', (engine: () => Engine) => {
  let clock: HandClock;
  let gateway: FakePageGateway;
  let counter: ReturnType<typeof counterOn>;
  let sita: Member;
  let trip: TripId;

  beforeEach(async () => {
    clock = handClock();
    gateway = fakeQr();
    counter = counterOn(engine(), clock, gateway);
    const { id: userId, operatorId } = await anOperator(engine());
    sita = { userId, operatorId };
    trip = (await aTrip(engine(), { fare: paisa(3_335), bus: { operatorId } })).id;
  });

  const sell = (numbers: readonly string[] = ['A1']) => counter.sell(sita, trip, { numbers, paidBy: 'SCAN' });
  const idOf = ({ qr }: SoldAtCounter): string => qr!.gatewayId;
  const stored = async ({ id }: Pick<SoldAtCounter, 'id'>) => (await engine().officeBookings.find(id))!;
  const statusOf = async (sale: Pick<SoldAtCounter, 'id'>) => (await stored(sale)).status;
  const sweep = () => counter.reconcile('SCAN', NEVER);
  const office = () => ({ role: 'OPERATOR', ...sita }) as const;
  const expireAll = () => {
    clock.set(minutesAfter(START, 5));
    return counter.expire();
  };
  const block = (...blocks: readonly Block[]) =>
    engine().transact(async ({ blocks: there }) => {
      await there.lock(trip, clock());
      await there.replace(trip, blocks, clock());
    });
  const kept = (number: string): Block => ({ seat: seat(number), reason: 'Kept', until: null });
  const blocksNow = async () => (await engine().tripBlocks.find(trip, clock()))!.blocks;
  const lateNews = async () =>
    (await recorded(engine()))
      .map(([, payload]) => payload as { readonly type?: string; readonly payload?: object })
      .filter(({ type }) => type === 'late_payment')
      .map(({ payload }) => payload);

  it('a counter sale by QR code waits for its payment, returns the code, and is charged the counter’s commission', async () => {
    const sale = await sell(['A1', 'A2']);
    const { qr, ...booking } = sale;
    expect(booking).to.deep.include({ status: 'PENDING_PAYMENT', channel: 'COUNTER', total: 6_670, commission: 167 });
    expect(booking.paymentDeadline).to.equal(minutesAfter(START, 5));
    expect(qr).to.deep.equal({
      text: `https://scan.example/${booking.payments[0]!.gatewayId}`,
      goodUntil: minutesAfter(START, 5),
      gatewayId: booking.payments[0]!.gatewayId,
    });
    expect(booking.payments.map(({ gateway: by, status }) => [by, status])).to.deep.equal([['SCAN', 'INITIATED']]);
  });

  it('a counter sale by QR code is confirmed when the code is paid, and the ledger records the money as held by the gateway', async () => {
    const sale = await sell();
    gateway.pay(idOf(sale));
    expect(await counter.check(office(), sale.id)).to.include({ status: 'COMPLETE', bookingStatus: 'CONFIRMED' });
    expect(await entriesOf(engine(), sale)).to.deep.equal(['PAYMENT GATEWAY/UNEARNED 3335']);
  });

  it('reconciliation asks the gateway about an unpaid QR code of the counter in every run until its deadline', async () => {
    const sale = await sell();
    for (const minute of [1, 2, 3]) {
      clock.set(minutesAfter(START, minute));
      expect(await sweep(), `minute ${minute}`).to.equal(1);
    }
    clock.set(minutesAfter(START, 4));
    gateway.pay(idOf(sale));
    expect([await sweep(), await statusOf(sale)]).to.deep.equal([1, 'CONFIRMED']);
  });

  it('a counter sale is cancelled if the gateway gives no QR code, and its seats are free or blocked as before', async () => {
    await block(kept('A1'));
    gateway.isUp = false;
    expect(await refusalOf(sell(['A1', 'A2']))).to.deep.equal(['unavailable', 'GATEWAY_UNAVAILABLE']);
    const [sale] = (await engine().officeBookings.list({ tripId: trip }, { limit: 10 })).rows;
    expect(sale?.status).to.equal('CANCELLED');
    expect(await blocksNow()).to.deep.equal([kept('A1')]);
    expect((await engine().officeTrips.find(trip, clock()))?.seats).to.include({ sold: 0, blocked: 1 });
  });

  it('a counter sale by QR code is refused if it was paid or cancelled while the gateway made the code', async () => {
    const open = async (number: string) => {
      const { reached, release } = gateway.hold();
      const selling = refusalOf(sell([number]));
      await reached;
      const [sale] = (await engine().officeBookings.list({ tripId: trip }, { limit: 10 })).rows;
      return { selling, release, id: sale!.id };
    };
    const paid = await open('A1');
    await counter.checkout(sita, paid.id, 'QR');
    paid.release();
    expect(await paid.selling).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
    expect(await statusOf(paid)).to.equal('CONFIRMED');

    const cancelled = await open('A2');
    await counter.cancel(office(), cancelled.id, { reason: 'The customer left.', fee: 'none' });
    cancelled.release();
    expect(await cancelled.selling).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
    expect(await statusOf(cancelled)).to.equal('CANCELLED');
  });

  it('an unpaid counter sale frees its seats and restores their blocks, until a late payment takes the seats again', async () => {
    await block(kept('A1'), kept('B1'));
    const sale = await sell(['A1', 'A2']);
    expect(await blocksNow()).to.deep.equal([kept('B1')]);
    await expireAll();
    expect(await statusOf(sale)).to.equal('EXPIRED');
    expect(await blocksNow()).to.have.deep.members([kept('A1'), kept('B1')]);
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    expect(await statusOf(sale)).to.equal('CONFIRMED');
    expect(await blocksNow()).to.deep.equal([kept('B1')]);
    expect(await lateNews()).to.deep.equal([{ booking_code: sale.code, amount: 66.7, booking_status: 'CONFIRMED' }]);
  });

  it('a counter sale by QR code that is paid after its seats were sold is refunded, and the restored blocks stay', async () => {
    await block(kept('A1'));
    const sale = await sell(['A1', 'A2']);
    await expireAll();
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip, seats: [seat('A2')] });
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    const late = await stored(sale);
    expect([late.status, late.refunds.map(({ reason }) => reason)]).to.deep.equal(['EXPIRED', ['LATE_PAYMENT']]);
    expect(await blocksNow()).to.deep.equal([kept('A1')]);
    expect(await lateNews()).to.deep.equal([{ booking_code: sale.code, amount: 66.7, booking_status: 'EXPIRED' }]);
  });

  it('a late payment of a counter sale does not take a seat that was blocked meanwhile', async () => {
    const sale = await sell(['A1']);
    await expireAll();
    await block(kept('A1'));
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    expect([await statusOf(sale), await blocksNow()]).to.deep.equal(['EXPIRED', [kept('A1')]]);
  });

  it('an unpaid counter sale restores its blocked places, until a late payment takes the places again', async () => {
    trip = (await aTrip(engine(), { bus: { operatorId: sita.operatorId }, seats: 4 })).id;
    const places = (count: number): Block => ({ places: count, reason: 'Kept', until: null });
    await block(places(3));
    const sale = await counter.sell(sita, trip, { seats: 3, paidBy: 'SCAN' });
    expect(await blocksNow()).to.deep.equal([places(1)]);
    await expireAll();
    expect(await blocksNow()).to.deep.equal([places(1), places(2)]);
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    expect(await statusOf(sale)).to.equal('CONFIRMED');
    expect((await engine().officeTrips.find(trip, clock()))?.seats).to.include({ sold: 3, blocked: 1 });
  });

  it('a repeated checkout of a counter sale returns the same QR code, and asks the gateway for no second code', async () => {
    const sale = await sell();
    expect((await counter.checkout(sita, sale.id, undefined)).qr).to.deep.equal(sale.qr);
    expect(gateway.counts().opened).to.equal(1);
  });

  /** Adds a counter sale whose process died while the gateway was making the QR code. */
  const aSaleWithoutCode = async (): Promise<BookingId> => {
    const dead = fakeQr();
    const { reached } = dead.hold();
    void counterOn(engine(), clock, dead).sell(sita, trip, { numbers: ['A1'], paidBy: 'SCAN' });
    await reached;
    return (await engine().officeBookings.list({ tripId: trip }, { limit: 1 })).rows[0]!.id;
  };

  it('a counter sale that has no QR code because its process died gets one by a checkout, with the old deadline', async () => {
    const id = await aSaleWithoutCode();
    clock.set(minutesAfter(START, 2));
    const { qr, status } = await counter.checkout(sita, id, undefined);
    expect([status, qr?.goodUntil]).to.deep.equal(['PENDING_PAYMENT', minutesAfter(START, 5)]);
    gateway.pay(qr!.gatewayId);
    expect(await counter.check(office(), id)).to.include({ status: 'COMPLETE', bookingStatus: 'CONFIRMED' });
  });

  it('a counter sale stays unpaid if the gateway gives no QR code, and gets a code once the gateway works again', async () => {
    const id = await aSaleWithoutCode();
    gateway.isUp = false;
    const refused = ['unavailable', 'GATEWAY_UNAVAILABLE'];
    expect(await refusalOf(counter.checkout(sita, id, undefined))).to.deep.equal(refused);
    const { status, paymentDeadline } = await stored({ id });
    expect([status, paymentDeadline]).to.deep.equal(['PENDING_PAYMENT', minutesAfter(START, 5)]);
    gateway.isUp = true;
    expect((await counter.checkout(sita, id, undefined)).qr?.gatewayId).to.be.a('string');
    expect(gateway.counts().opened).to.equal(2);
  });

  it('a counter sale whose request for a QR code fails stays open if a second browser window got a code meanwhile', async () => {
    const slow = fakeQr();
    const { reached, release } = slow.hold();
    slow.isUp = false;
    const selling = counterOn(engine(), clock, slow).sell(sita, trip, { numbers: ['A1'], paidBy: 'SCAN' });
    await reached;
    const { id } = (await engine().officeBookings.list({ tripId: trip }, { limit: 1 })).rows[0]!;
    await counter.checkout(sita, id, undefined);
    release();
    expect(await refusalOf(selling)).to.deep.equal(['unavailable', 'GATEWAY_UNAVAILABLE']);
    expect(await statusOf({ id })).to.equal('PENDING_PAYMENT');
  });

  it('passengers can hold the seats of an overdue counter sale, except seats that the company had blocked', async () => {
    await block(kept('A1'));
    await sell(['A1', 'A2']);
    clock.set(minutesAfter(START, 5));
    const lock = lockSeats({ ...engine(), clock, seatLockMinutes: 10, rateLimit: false });
    const { granted, rejected } = await lock(await aPassengerId(engine()), trip, [seat('A1'), seat('A2')]);
    expect([granted, rejected.map(({ seat: number }) => number)]).to.deep.equal([['A2'], ['A1']]);
    await counter.expire();
    expect(await blocksNow()).to.deep.equal([kept('A1')]);
  });

  const textsNow = async () =>
    (await engine().transact(({ smsQueue }) => smsQueue.due(clock(), 100))).map(({ sms }) => sms);

  it('the customer of a counter sale gets a text message when a late payment confirms the sale', async () => {
    const sale = await sell();
    await expireAll();
    expect(await textsNow()).to.deep.equal([]);
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    expect(await textsNow()).to.deep.equal([{ kind: 'CONFIRMED', bookingId: sale.id }]);
  });

  it('the customer of a counter sale gets a text message about the refund when a late payment finds the seats sold', async () => {
    const sale = await sell();
    await expireAll();
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip, seats: [seat('A1')] });
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    const owed = { kind: 'REFUND_DUE', bookingId: sale.id, amount: sale.total, asksForAccount: true };
    expect(await textsNow()).to.deep.equal([owed]);
  });

  it('a counter sale by QR code is refunded by the platform from its bank, not by the counter', async () => {
    const sale = await sell();
    gateway.pay(idOf(sale));
    await counter.check(office(), sale.id);
    const { refunds } = await counter.cancel(office(), sale.id, { reason: 'They are ill.', fee: 'none' });
    const { id } = refunds[0]!;
    expect([refunds[0]!.gateway, refunds[0]!.amount]).to.deep.equal(['SCAN', sale.total]);
    await counter.openShift(sita, NOTHING);
    const platform = refundsOn(engine(), clock);
    expect(await refusalOf(platform.payCash(sita, id))).to.deep.equal(['conflict', 'REFUND_STATE']);
    const { id: admin } = await anAdmin(engine());
    await platform.send(admin, id, { method: 'BANK', reference: 'TRF-1' });
    await platform.confirm(admin, id);
    expect((await entriesOf(engine(), sale)).at(-1)).to.equal('REFUND REFUND_DUE/BANK 3335');
  });

  it('a counter sale by QR code can be paid in cash instead, and a payment of the code is then a duplicate', async () => {
    const sale = await sell();
    expect(await refusalOf(counter.checkout(sita, sale.id, 'CASH'))).to.deep.equal(['conflict', 'NO_OPEN_SHIFT']);
    const { id: shift } = await counter.openShift(sita, NOTHING);
    const sold = await counter.checkout(sita, sale.id, 'CASH');
    expect([sold.status, sold.qr]).to.deep.equal(['CONFIRMED', undefined]);
    expect((await engine().shiftViews.find(shift))?.sales).to.equal(3_335);
    gateway.pay(idOf(sale));
    clock.set(minutesAfter(START, 1));
    await sweep();
    expect((await stored(sale)).refunds.map(({ reason }) => reason)).to.deep.equal(['DUPLICATE_PAYMENT']);
    expect(await lateNews()).to.deep.equal([{ booking_code: sale.code, amount: 33.35, booking_status: 'CONFIRMED' }]);
    expect(await refusalOf(counter.checkout(sita, sale.id, 'QR'))).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
  });

  it('an online booking can be neither paid nor checked as a counter sale', async () => {
    const { id } = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip,
      seats: [seat('A1')],
    });
    const refused = ['conflict', 'NOT_COUNTER_SALE'];
    expect(await refusalOf(counter.checkout(sita, id, undefined))).to.deep.equal(refused);
    expect(await refusalOf(counter.check(office(), id))).to.deep.equal(refused);
    expect(await refusalOf(counter.check(office(), 999_999 as BookingId))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
  });

  it('a clerk can cancel their own unpaid counter sale, but no other sale', async () => {
    const ram = await aClerk(engine(), sita);
    const cancel = (id: BookingId) =>
      counter.cancel({ role: 'OPERATOR', ...ram }, id, { reason: 'They left.', fee: 'none' });
    const [own, other] = [await counter.sell(ram, trip, { numbers: ['A1'], paidBy: 'SCAN' }), await sell(['A2'])];
    expect(await refusalOf(cancel(other.id))).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
    expect((await cancel(own.id)).status).to.equal('CANCELLED');
    expect(await refusalOf(cancel(own.id))).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
  });

  it('unpaid counter sales do not count as unpaid bookings of the clerk who sold them', async () => {
    await sell();
    expect(await engine().transact(({ bookings }) => bookings.unpaid(sita.userId, clock()))).to.deep.equal([]);
  });

  it('a counter sale by QR code of an amount that the gateway does not accept is refused, and sells nothing', async () => {
    Object.assign(gateway, { bounds: { min: null, max: paisa(3_334) } });
    expect(await refusalOf(sell())).to.deep.equal(['conflict', 'AMOUNT_NOT_TAKEN']);
    expect((await engine().officeTrips.find(trip, clock()))?.seats.sold).to.equal(0);
  });

  it('the report of a shift counts no code that was paid late or a second time', async () => {
    const { id } = await counter.openShift(sita, NOTHING);
    const [twice, late] = [await sell(['A1']), await sell(['A2'])];
    await counter.checkout(sita, twice.id, 'CASH');
    await expireAll();
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip, seats: [seat('A2')] });
    for (const sale of [twice, late]) {
      gateway.pay(idOf(sale));
      await counter.check(office(), sale.id);
    }
    const reasons = [...(await stored(twice)).refunds, ...(await stored(late)).refunds].map(({ reason }) => reason);
    expect(reasons).to.deep.equal(['DUPLICATE_PAYMENT', 'LATE_PAYMENT']);
    const { shiftViews } = engine();
    expect(await shiftViews.takings((await shiftViews.find(id))!)).to.deep.equal({
      tickets: 1,
      cash: 3_335,
      qr: 0,
      codes: 0,
      refunded: 0,
    });
  });

  it('a counter sale that expires and is paid at the same moment ends as paid', async () => {
    const sale = await sell();
    gateway.pay(idOf(sale));
    clock.set(minutesAfter(START, 5));
    await Promise.all([counter.expire(), counter.check(office(), sale.id), counter.check(office(), sale.id)]);
    expect(await statusOf(sale)).to.equal('CONFIRMED');
    expect((await stored(sale)).refunds).to.deep.equal([]);
  });

  it('a counter sale paid in cash and by QR code at the same moment keeps one payment, and refunds the other', async () => {
    await counter.openShift(sita, NOTHING);
    const sale = await sell();
    gateway.pay(idOf(sale));
    const [cash] = await Promise.allSettled([
      counter.checkout(sita, sale.id, 'CASH'),
      counter.check(office(), sale.id),
    ]);
    const { status, refunds } = await stored(sale);
    expect(status).to.equal('CONFIRMED');
    expect(refunds.map(({ reason }) => reason)).to.deep.equal(cash.status === 'fulfilled' ? ['DUPLICATE_PAYMENT'] : []);
  });

  it('only one of two counter sales of one blocked seat at the same time succeeds', async () => {
    await block(kept('A1'));
    const sales = await Promise.allSettled([sell(['A1']), sell(['A1'])]);
    expect(sales.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    await expireAll();
    expect(await blocksNow()).to.deep.equal([kept('A1')]);
  });

  it('a late payment of a counter sale whose seats are sold changes no block and publishes nothing about seats', async () => {
    await block(kept('A1'), kept('A2'));
    const sale = await sell(['A1', 'A2', 'B1']);
    await expireAll();
    expect(await blocksNow()).to.have.deep.members([kept('A1'), kept('A2')]);
    await block(kept('A2'));
    const other = await aPassengerId(engine());
    await aBooking(engine(), { userId: other, tripId: trip, seats: [seat('B1')], status: 'CONFIRMED' });
    const news = async () => (await recorded(engine())).filter(([topic]) => topic.startsWith('schedules/'));
    const before = (await news()).length;
    gateway.pay(idOf(sale));
    await sweep();
    expect(await statusOf(sale)).to.equal('EXPIRED');
    expect((await stored(sale)).refunds.map(({ reason }) => reason)).to.deep.equal(['LATE_PAYMENT']);
    expect(await blocksNow()).to.deep.equal([kept('A2')]);
    expect((await news()).slice(before)).to.deep.equal([]);
  });

  it('an unpaid counter sale of a section restores a seat’s block on this section only', async () => {
    const bus = { operatorId: sita.operatorId };
    trip = (await aRoad(engine(), { between: ['Mugling', 'Damauli'], bus })).id;
    const on = (from: number, to: number): Block => ({ ...kept('A1'), section: { from, to } });
    await block(on(0, 3));
    const sale = await counter.sell(sita, trip, { numbers: ['A1'], paidBy: 'SCAN', section: { from: 1, to: 2 } });
    expect(await blocksNow()).to.deep.equal([on(0, 1), on(2, 3)]);
    await expireAll();
    expect(await blocksNow()).to.deep.equal([on(0, 1), on(2, 3), on(1, 2)]);
    gateway.pay(idOf(sale));
    await sweep();
    expect(await statusOf(sale)).to.equal('CONFIRMED');
    expect(await blocksNow()).to.deep.equal([on(0, 1), on(2, 3)]);
  });
});
