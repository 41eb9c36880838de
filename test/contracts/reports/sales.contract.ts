import { expect } from 'chai';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, PaymentId, RefundId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Paisa, basisPoints, minus, NOTHING, paisa, plus } from '../../../core/kernel/money.ts';
import { type Instant, type Span, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { cancelled, earned, goodwill, onlinePayment, unusedPayment } from '../../../core/ledger/entries.ts';
import type { Account, NewEntry } from '../../../core/ledger/entry.ts';
import type { TripSales } from '../../../core/reports/ports.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aRoad } from '../../support/roads.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

const DAY: Span = { start: hoursAfter(START, 24), end: hoursAfter(START, 48) };
const WITHIN = hoursAfter(START, 30);
/** An odd price: 7.5 % of it is not a whole number of paisa. */
const ODD = paisa(123_457);
const RATE = basisPoints(750);
const [COMMISSION, EARNING] = [9_259, 114_198];
/** The refund id of ledger rows. This test stores no refunds, so the rows refer to none. */
const ANY_REFUND = null as unknown as RefundId;

onEveryEngine('sales of trips', (engine) => {
  let operatorId: OperatorId;
  let userId: UserId;
  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
    userId = await aPassengerId(engine());
  });

  const trips = (departs = DAY) => engine().sales.trips(operatorId, departs);
  const onlyTrip = async (): Promise<TripSales> => {
    const [trip, ...others] = await trips();
    expect(others).to.deep.equal([]);
    return trip!;
  };
  const money = async () => {
    const { sold, gross, fees, refunds, earning } = await onlyTrip();
    return { sold, gross, fees, refunds, earning };
  };
  const aDeparture = async (traits: Partial<Parameters<typeof aTrip>[1]> = {}): Promise<TripId> =>
    (await aTrip(engine(), { bus: { operatorId }, seats: 40, departsAt: WITHIN, ...traits })).id;
  const record = (...entries: readonly (readonly NewEntry[])[]) =>
    engine().transact(({ ledger }) => ledger.record(entries.flat(), START));

  let paid = 0;
  const aPayment = ({ id: bookingId, total: amount }: Booking): Promise<PaymentId> =>
    engine().transact(({ payments }) => {
      paid += 1;
      const transactionUuid = `payment-${paid}`;
      return payments.add({
        bookingId,
        gateway: 'ESEWA',
        transactionUuid,
        amount,
        createdAt: START,
        nextEnquiryAt: undefined,
      });
    });
  const sell = async (tripId: TripId, traits: Partial<Parameters<typeof aBooking>[1]> = {}) => {
    const booking = await aBooking(engine(), {
      userId,
      tripId,
      status: 'CONFIRMED',
      total: ODD,
      commissionRate: RATE,
      ...traits,
    });
    const paymentId = await aPayment(booking);
    await record(onlinePayment(booking, { paymentId, gateway: 'ESEWA' }));
    return { ...booking, paymentId };
  };
  interface Ending {
    readonly fee?: Paisa;
    readonly refund?: Paisa;
    readonly isEarned?: boolean;
  }
  const cancel = async (
    booking: Booking & { readonly paymentId: PaymentId },
    { fee = NOTHING, refund = minus(booking.total, fee), isEarned = false }: Ending = {},
  ) => {
    await engine().transact(async ({ bookings, trips: places, ledger }) => {
      const move = refund > 0 ? 'refund' : 'cancelPaid';
      expect(await bookings.move(booking.id, move, { reason: '', by: 'OPERATOR', at: START, fee })).to.equal(true);
      await places.freePlaces(booking.tripId, booking.seatsCount, START);
      const { paymentId } = booking;
      // The ledger rows refer to no refund, because the test stores none.
      const refunds = [{ paymentId, refundId: null as never, amount: refund }];
      await ledger.record(cancelled(booking, { fee, refund, isEarned, paymentId, refunds }), START);
    });
  };
  /** The balance of a ledger account over some bookings: credits minus debits. */
  const balance = async (account: Account, ...bookings: readonly Pick<Booking, 'id'>[]): Promise<number> => {
    const rows = (await Promise.all(bookings.map(({ id }) => engine().ledgerViews.ofBooking(id)))).flat();
    const sum = (side: 'debit' | 'credit') =>
      rows.filter((row) => row[side] === account).reduce((all, { amount }) => plus(all, amount), NOTHING);
    return sum('credit') - sum('debit');
  };

  it('the sales figures of a trip without bookings are zero', async () => {
    const id = await aDeparture({ bus: { operatorId, name: 'Red Panda', registrationNo: 'GA 1 KHA 7' }, seats: 12 });
    const trip = await onlyTrip();
    expect(trip).to.deep.equal({
      id,
      departsAt: WITHIN,
      departedAt: null,
      status: 'ACTIVE',
      source: trip.source,
      destination: trip.destination,
      bus: { id: trip.bus.id, name: 'Red Panda', registrationNo: 'GA 1 KHA 7' },
      seats: 12,
      parts: 1,
      partsSold: 0,
      sold: 0,
      boarded: 0,
      gross: 0,
      fees: 0,
      refunds: 0,
      earning: 0,
    });
    expect([trip.source.name, trip.destination.name]).to.deep.equal(['Kathmandu', 'Pokhara']);
    await changePlan(engine(), id, { status: 'CANCELLED', departedAt: START });
    expect(await onlyTrip()).to.include({ status: 'CANCELLED', departedAt: START });
  });

  it('the sales figures list a company’s trips that depart within given days', async () => {
    const [first, last] = [
      await aDeparture({ departsAt: DAY.start }),
      await aDeparture({ departsAt: before(DAY.end) }),
    ];
    for (const departsAt of [before(DAY.start), DAY.end]) await aDeparture({ departsAt });
    await aTrip(engine(), { departsAt: WITHIN });
    expect((await trips()).map(({ id }) => id)).to.have.members([first, last]);
  });

  it('the sales figures list bookings between two stops under their own cities and departure', async () => {
    const busId = await aBus(engine(), { operatorId, seats: 40 });
    const { id: tripId } = await aRoad(engine(), {
      between: ['Mugling'],
      busId,
      departsAt: minutesAfter(DAY.end, -30),
    });
    const section = { from: 1, to: 2 };
    await sell(tripId, { seatsCount: 20, section });
    await sell(tripId, { seatsCount: 10, section: { from: 0, to: 1 } });
    await sell(tripId, { seatsCount: 3 });
    const shown = (sales: readonly TripSales[]) =>
      sales.map((one) => [one.source.name, one.destination.name, one.whole === undefined, one.sold, one.gross]).sort();
    const first = await trips();
    expect(shown(first)).to.deep.equal([
      ['Kathmandu', 'Mugling', false, 10, ODD],
      ['Kathmandu', 'Pokhara', true, 3, ODD],
    ]);
    expect(first.find(({ whole }) => !whole)).to.include({ seats: 40, parts: 2, partsSold: 36 });
    const next = await trips({ start: DAY.end, end: hoursAfter(DAY.end, 24) });
    expect(shown(next)).to.deep.equal([['Mugling', 'Pokhara', false, 20, ODD]]);
  });

  it('the sales figures count only paid bookings', async () => {
    const id = await aDeparture();
    for (const status of ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] as const) await sell(id, { status, seatsCount: 2 });
    for (const status of ['PENDING_PAYMENT', 'EXPIRED', 'CANCELLED'] as const)
      await aBooking(engine(), { userId, tripId: id, status, seatsCount: 3, total: ODD, commissionRate: RATE });
    expect(await money()).to.deep.equal({ sold: 6, gross: 3 * ODD, fees: 0, refunds: 0, earning: 3 * EARNING });
  });

  it('the sales figures leave out bookings that another company sold before an import moved the trip', async () => {
    const id = await aDeparture();
    await sell(id, { operatorId: (await anOperator(engine())).operatorId });
    expect(await money()).to.deep.equal({ sold: 0, gross: 0, fees: 0, refunds: 0, earning: 0 });
  });

  it('the sales figures count only seats in use as seats on offer, on a bus with a seat map', async () => {
    const busId = await aBus(engine(), { operatorId, seats: ['A1', 'A2', 'B1'] });
    const id = await aDeparture({ busId });
    await sell(id, { seats: [seat('A1')] });
    await engine().transact(async ({ buses }) => {
      const map = (await buses.seatMaps([busId])).get(busId)!;
      const seats = map.seats.map((one) => ({ ...one, isActive: one.number !== 'B1' }));
      await buses.saveSeatMap(busId, { ...map, seats });
    });
    expect(await onlyTrip()).to.include({ seats: 2, sold: 1, boarded: 0 });
  });

  it('the sales figures count passengers who boarded, with and without a seat map, except passengers whose seats were cancelled since', async () => {
    const busId = await aBus(engine(), { operatorId, seats: ['A1', 'A2', 'B1', 'B2'] });
    const mapped = await aDeparture({ busId });
    const counted = await aDeparture();
    const clock = handClock(hoursAfter(WITHIN, -1));
    const conductor = conductorOf({ deviceId: (await aDevice(engine(), { operatorId })).id, operatorId });
    const scan = async (booking: Booking, traits: Parameters<typeof aScan>[1] = {}) => {
      const { take } = scanningOn(engine(), clock);
      await take(conductor, [aScan(booking, { at: clock(), ...traits })]);
    };
    const [two, one] = [
      await sell(mapped, { seats: [seat('A1'), seat('A2')] }),
      await sell(mapped, { seats: [seat('B1')] }),
    ];
    const places = await sell(counted, { seatsCount: 5 });
    const boarded = async () => new Map((await trips()).map(({ id, sold, boarded: on }) => [id, [on, sold]]));
    await scan(two);
    await scan(one);
    await scan(places, { places: 3 });
    expect(await boarded()).to.deep.equal(
      new Map([
        [mapped, [3, 3]],
        [counted, [3, 5]],
      ]),
    );
    await scan(one, { action: 'UNDO' });
    await engine().transact(async ({ bookings, seatLocks }) => {
      await bookings.move(two.id, 'refund', { reason: '', by: 'OPERATOR', at: START, fee: NOTHING });
      await seatLocks.releaseBooking(two.id, START);
    });
    expect(await boarded()).to.deep.equal(
      new Map([
        [mapped, [0, 1]],
        [counted, [3, 5]],
      ]),
    );
  });

  it('the sales figures show no earnings for a booking that was refunded in full, before or after the journey', async () => {
    const id = await aDeparture();
    const [early, late] = [await sell(id), await sell(id, { status: 'COMPLETED' })];
    await cancel(early);
    await record(earned(late));
    await cancel(late, { isEarned: true });
    expect(await money()).to.deep.equal({ sold: 0, gross: 2 * ODD, fees: 0, refunds: 2 * ODD, earning: 0 });
    expect([await balance('OPERATOR', early, late), await balance('COMMISSION', early, late)]).to.deep.equal([0, 0]);
  });

  it('the sales figures divide a cancellation fee between company and platform exactly as the ledger does', async () => {
    const id = await aDeparture();
    const [early, late, all, travels] = [await sell(id), await sell(id), await sell(id), await sell(id)];
    await cancel(early, { fee: paisa(30_864) });
    await record(earned(late), earned(travels));
    await cancel(late, { fee: paisa(30_864), isEarned: true });
    await cancel(all, { fee: ODD });
    // 7.5 % of 30,864 paisa is 2314.8. 7.5 % of the refunded 92,593 paisa is 6944.475. Each is rounded by itself, so
    // their sum differs from the commission of 9259.
    const [kept, keptLate] = [30_864 - 2_315, EARNING - (92_593 - 6_944)];
    expect(await money()).to.deep.equal({
      sold: 1,
      gross: 4 * ODD,
      fees: 2 * 30_864 + ODD,
      refunds: 2 * 92_593,
      earning: kept + keptLate + EARNING + EARNING,
    });
    const bookings = [early, late, all, travels];
    const { gross, refunds, earning } = await onlyTrip();
    expect(earning).to.equal(await balance('OPERATOR', ...bookings));
    expect(gross - refunds - earning).to.equal(await balance('COMMISSION', ...bookings));
    expect(await balance('COMMISSION', travels)).to.equal(COMMISSION);
  });

  it('the sales figures ignore goodwill refunds, which the platform pays', async () => {
    const id = await aDeparture();
    const [travels, early, late, whole] = [await sell(id), await sell(id), await sell(id), await sell(id)];
    const give = (booking: typeof travels, amount: Paisa) =>
      record(goodwill(booking, { amount, paymentId: booking.paymentId, refundId: ANY_REFUND }));
    await give(travels, paisa(5_000));
    await give(early, paisa(20_000));
    await cancel(early, { fee: paisa(10_000), refund: paisa(93_457) });
    await record(earned(late));
    await give(late, paisa(100_000));
    await cancel(late, { refund: paisa(23_457), isEarned: true });
    // Goodwill has refunded the whole price, so the cancellation refunds nothing and the booking becomes CANCELLED.
    await give(whole, ODD);
    await cancel(whole, { refund: NOTHING });
    expect(await money()).to.deep.equal({
      sold: 1,
      gross: 4 * ODD,
      fees: 10_000,
      refunds: 3 * ODD - 10_000,
      earning: EARNING + 9_250,
    });
    expect(await balance('OPERATOR', early, late, whole)).to.equal(9_250);
  });

  it('the sales figures ignore duplicate payments and payments that came too late', async () => {
    const id = await aDeparture();
    const twice = await sell(id);
    const late = await aBooking(engine(), { userId, tripId: id, status: 'EXPIRED', total: ODD, commissionRate: RATE });
    const vain = await aBooking(engine(), {
      userId,
      tripId: id,
      status: 'CANCELLED',
      total: ODD,
      commissionRate: RATE,
    });
    for (const booking of [twice, late, vain])
      await record(
        unusedPayment(booking, {
          gateway: 'ESEWA',
          amount: ODD,
          paymentId: await aPayment(booking),
          refundId: ANY_REFUND,
        }),
      );
    expect(await money()).to.deep.equal({ sold: 1, gross: ODD, fees: 0, refunds: 0, earning: EARNING });
  });
});

const before = (at: Instant): Instant => (at - 1) as Instant;
