import { expect } from 'chai';
import { keyedMutex } from '../../../adapters/crypto/keyed-mutex.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { earnBookings } from '../../../core/bookings/earn-bookings.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { makeStatement } from '../../../core/ledger/make-statement.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, aTrip, calendar, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recordedNudges } from '../../support/events.ts';
import { KNOWN } from '../../support/known-gateways.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';

const SEATS = ['A1', 'A2', 'B1', 'B2'];

onEveryEngine('seats that are cancelled from a booking', (engine) => {
  let trip: TripForTests;
  let asha: UserId;
  let booking: Booking;

  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: SEATS });
    asha = await aPassengerId(engine());
    booking = await aBooking(engine(), {
      userId: asha,
      tripId: trip.id,
      seats: SEATS.slice(0, 3).map(seat),
      passengers: SEATS.slice(0, 3).map((number) => sitting(seat(number), { name: `Rider ${number}` })),
      status: 'CONFIRMED',
    });
  });

  const release = (...seats: readonly string[]) =>
    engine().transact(({ bookedSeats }) => bookedSeats.giveUp(booking.id, seats.map(seat), START));

  it('a booking’s cancelled seats are returned sorted, and the booking shows only its other seats afterwards', async () => {
    expect(await release('B1', 'A1', 'B2')).to.deep.equal([
      { seat: 'A1', isFree: true },
      { seat: 'B1', isFree: true },
    ]);
    expect(await release('A1')).to.deep.equal([]);
    const seats = async () => (await engine().bookingViews.find(booking.id, asha))?.seats.map((one) => one.name);
    expect(await seats()).to.deep.equal(['Rider A2']);
    await engine().transact(({ seatLocks }) => seatLocks.releaseBooking(booking.id, START));
    expect(await seats()).to.deep.equal(['Rider A2']);
  });

  it('a seat that was cancelled from a booking can be sold again', async () => {
    await release('A1');
    const bikram = await aPassengerId(engine());
    const { id } = await aBooking(engine(), { userId: bikram, tripId: trip.id, seats: [seat('A1')] });
    expect((await engine().bookingViews.find(id, bikram))?.seats).to.have.lengthOf(1);
  });

  it('a cancelled seat is not reported as free if the seat belongs to a bus that the trip no longer has', async () => {
    const other = await aTrip(engine(), { seats: SEATS, bus: { operatorId: booking.operatorId } });
    await engine().transact(async ({ plannedTrips }) => {
      const planned = await plannedTrips.lock(trip.id);
      const bus = await plannedTrips.find(other.id);
      await plannedTrips.save([{ ...planned!, busId: bus!.busId }]);
    });
    expect(await release('A1')).to.deep.equal([{ seat: 'A1', isFree: false }]);
  });

  it('a booking is saved with its cancelled seats and its remaining price, and the manifest’s revision rises', async () => {
    const money = { amount: paisa(3), fee: paisa(1), refund: paisa(2), refundId: null };
    const parts = [{ ...money, seats: [seat('A1')], at: START, wasEarned: false }];
    const rest = { seatsCount: 2, total: paisa(7), commission: paisa(1), operatorEarning: paisa(6), parts };
    const before = (await recordedNudges(engine())).length;
    await engine().transact(({ bookedSeats }) => bookedSeats.saveRest(booking, rest));
    expect(await engine().transact(({ bookings }) => bookings.find(booking.id))).to.deep.equal({ ...booking, ...rest });
    expect(await recordedNudges(engine())).to.have.lengthOf(before + 1);
  });

  it('boarded passengers get a booking’s lowest place numbers when other places of the booking are cancelled', async () => {
    const bus = await aTrip(engine(), { seats: 10 });
    const places = await aBooking(engine(), { userId: asha, tripId: bus.id, seatsCount: 4, status: 'CONFIRMED' });
    await engine().transact(async ({ boardings }) => {
      const nothing = {
        reason: null,
        bookingCode: null,
        seats: [],
        trip: null,
        first: null,
        boarded: null,
        changedTo: null,
        seatTakenUntil: null,
      } as const;
      const answer = { ...nothing, result: 'BOARDED', places: 1 } as const;
      const scan = { nonce: 'n', action: 'BOARD', mode: 'ONLINE', scannedAt: START, answer } as const;
      const sender = { userId: asha };
      const [id] = await boardings.addScans(sender, [{ ...scan, tripId: bus.id, bookingId: places.id }], START);
      const of = { bookingId: places.id, tripId: bus.id };
      const boarding = { at: START, scan: id!, sender, by: '' };
      await boardings.saveMarks([
        { ...of, at: { place: 1 }, boarding: null, noShowAt: START },
        { ...of, at: { place: 2 }, boarding, noShowAt: null },
        { ...of, at: { place: 4 }, boarding, noShowAt: null },
      ]);
      await boardings.closeRanks(places.id);
    });
    const marks = await engine().transact(({ boardings }) => boardings.marks([places.id]));
    expect(marks.map(({ at, boarding }) => [at, boarding !== null])).to.deep.equal([
      [{ place: 1 }, true],
      [{ place: 2 }, true],
    ]);
  });
});

onEveryEngine('the accounts after some seats of a booking were cancelled', (engine) => {
  let paying: Paying;
  let trip: TripForTests;
  let owner: { readonly userId: UserId; readonly operatorId: Booking['operatorId'] };
  let booking: Booking;

  beforeEach(async () => {
    paying = payingOn(engine());
    const { id: userId, operatorId } = await anOperator(engine());
    owner = { userId, operatorId };
    trip = await aTrip(engine(), { seats: SEATS, departsAt: hoursAfter(START, 30), bus: { operatorId } });
    booking = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: SEATS.slice(0, 3).map(seat),
      total: paisa(100_002),
    });
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(payment));
  });

  const cancel = (seats?: readonly string[]) => cancellingOn(paying).cancel(booking, '', seats ? { seats } : {});
  const cancelForOffice = (seats: readonly string[]) =>
    cancellingOn(paying).cancelForOffice({ role: 'OPERATOR', ...owner }, booking, { seats, fee: 'none' });
  const earn = () => earnBookings({ ...engine(), clock: paying.clock })();
  const findings = async () =>
    (
      await runAudit({ gateways: KNOWN, clock: paying.clock, calendar, auditReader: engine().auditReader })()
    ).findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD' && invariant !== 'OVERDUE');
  const salesOf = async () =>
    (await engine().sales.trips(owner.operatorId, { start: START, end: hoursAfter(START, 48) })).map(
      ({ sold, gross, refunds, fees, earning }) => ({ sold, gross, refunds, fees, earning }),
    )[0];

  it('an audit finds nothing wrong after a booking’s seats are cancelled in two steps, before or after the departure', async () => {
    await cancel(['A1']);
    expect(await findings()).to.deep.equal([]);
    paying.clock.set(minutesAfter(trip.departsAt, 1));
    await earn();
    await cancelForOffice(['A2']);
    expect(await findings()).to.deep.equal([]);
    await cancelForOffice(['B1']);
    expect(await findings()).to.deep.equal([]);
  });

  it('the sales figures count a cancelled seat’s price as gross sales, its fee as fee, and the rest as refund', async () => {
    expect(await salesOf()).to.deep.equal({ sold: 3, gross: 100_002, refunds: 0, fees: 0, earning: 90_002 });
    await cancel(['A1']);
    // The fee is 3,333 paisa, of which the platform gets 333. The kept seats cost 66,668 paisa, of which the platform
    // gets 6,667.
    expect(await salesOf()).to.deep.equal({ sold: 2, gross: 100_002, refunds: 30_001, fees: 3_333, earning: 63_001 });
    paying.clock.set(minutesAfter(trip.departsAt, 1));
    await earn();
    expect(await salesOf()).to.include({ earning: 63_001 });
    await cancelForOffice(['A2']);
    expect(await salesOf()).to.include({ sold: 1, gross: 100_002, refunds: 63_335, fees: 3_333 });
    await cancelForOffice(['B1']);
    expect(await salesOf()).to.deep.equal({ sold: 0, gross: 100_002, refunds: 96_669, fees: 3_333, earning: 3_000 });
  });

  it('a statement has a line for the fee of cancelled seats, and a line for the seats that were earned', async () => {
    await cancel(['A1']);
    paying.clock.set(minutesAfter(trip.departsAt, 1));
    await earn();
    await cancelForOffice(['A2']);
    paying.clock.set(hoursAfter(trip.departsAt, 24));
    const admin = (await anAdmin(engine())).id;
    const make = makeStatement({ ...engine(), clock: paying.clock, calendar, mutex: keyedMutex() });
    const until = calendar.date(paying.clock());
    const statement = await make(admin, { operatorId: owner.operatorId, until });
    expect(statement.lines.map(({ kind, gross, net }) => [kind, gross, net])).to.deep.equal([
      ['EARNED', 66_668, 60_001],
      ['CANCELLATION', 3_333 - 33_334, 3_000 - 30_000],
    ]);
    expect(await findings()).to.deep.equal([]);
  });

  it('a seat is cancelled and its payment refunded only once when two requests to cancel it arrive at once', async () => {
    const ended = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => cancel(['A1'])));
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    const both = await Promise.allSettled([cancel(['A2']), cancel()]);
    expect(both.some(({ status }) => status === 'fulfilled')).to.equal(true);
    expect(await findings()).to.deep.equal([]);
    expect(await codeOf(cancel(['A1']))).to.be.oneOf(['VALIDATION', 'BOOKING_OVER']);
  });
});
