import { expect } from 'chai';
import { type BookingRequest, createBooking } from '../../../core/bookings/create-booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { BOOKING_TERMS, aBooking, ownBookings, sitting } from '../../support/bookings.ts';
import { aBus, allVerified, aTrip, changePlan, seat, verified } from '../../support/catalogue.ts';
import { setTerms } from '../../support/companies.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';
import { countingRandom } from '../../../adapters/memory/random.ts';
import { refusalOf } from '../../support/refusals.ts';

/** The platform's cancellation tiers, which apply to companies without tiers of their own. */
const PLATFORM_TIERS = [{ hours: 0, fee: basisPoints(5_000) }];
const DEADLINE = minutesAfter(START, 15);
const EXPIRED = ['conflict', 'SEAT_SELECTION_EXPIRED'];

let engine: Engine;
let clock: HandClock;
let asha: UserId;
let bikram: UserId;

async function begin(): Promise<void> {
  engine = memoryEngine();
  clock = handClock();
  [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];
}

const hold = (passenger: UserId, tripId: TripId, ...wanted: readonly string[]) =>
  engine.transact(({ seatLocks }) =>
    seatLocks.hold({ tripId, passenger, wanted: wanted.map(seat), expiresAt: minutesAfter(clock(), 10) }, clock()),
  );
const statusOf = async (id: BookingId) => (await engine.transact(({ bookings }) => bookings.find(id)))?.status;
const placesLeft = async (tripId: TripId, now: Instant = clock()) => {
  const map = await engine.seatMaps.view(tripId, undefined, now);
  return map && !map.hasSeatMap ? map.seatsLeft : undefined;
};

function booker(random = countingRandom()) {
  const create = createBooking({
    ...engine,
    ...BOOKING_TERMS,
    clock,
    random,
    calendar: calendarOf('Asia/Kathmandu'),
    expireBookings: expireBookings({ ...engine, clock }),
    rateLimit: false,
    cancellationTiers: PLATFORM_TIERS,
  });
  return (
    passenger: UserId,
    tripId: number,
    request: Partial<Omit<BookingRequest, 'tripId' | 'seatNumbers'>> & { readonly numbers?: readonly string[] } = {},
  ) =>
    create(passenger, { tripId, seatNumbers: (request.numbers ?? []).map(seat), passengers: [], seats: 1, ...request });
}

describe('booking seats that the passenger holds', () => {
  let trip: TripId;
  let book: ReturnType<typeof booker>;

  beforeEach(async () => {
    await begin();
    trip = (await aTrip(engine, { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'], fare: paisa(3_335) })).id;
    book = booker();
  });

  it('booking held seats makes an unpaid booking with price, seats and passengers', async () => {
    await hold(asha, trip, 'A2', 'A1', 'A3');
    const passengers = [{ ...sitting(seat('A2')), name: 'Asha', age: '34', gender: 'F' }];
    const booking = await book(asha, trip, { numbers: ['A2', 'A1', 'A2', 'A3'], passengers });
    expect(booking).to.deep.include({
      code: 'BT261120000001',
      userId: asha,
      tripId: trip,
      status: 'PENDING_PAYMENT',
      seatsCount: 3,
      total: 10_005,
      commissionRate: 1_000,
      commission: 1_001,
      operatorEarning: 9_004,
      bookedAt: START,
      paymentDeadline: DEADLINE,
      seats: [sitting(seat('A1')), sitting(seat('A2'), { name: 'Asha', age: 34, gender: 'F' }), sitting(seat('A3'))],
      paymentStatus: null,
      refunds: [],
      rating: null,
    });
  });

  it('a booking is refused for a day on which the documents of the bus are not complete and valid', async () => {
    const fitness = verified('FITNESS', undefined, '2026-11-21');
    const documents = [...allVerified.filter(({ type }) => type !== 'FITNESS'), fitness];
    const [today, later] = [hoursAfter(START, 24), hoursAfter(START, 48)];
    const busId = await aBus(engine, { documents, seats: 10 });
    const [one, other] = [
      await aTrip(engine, { busId, departsAt: today }),
      await aTrip(engine, { busId, departsAt: later }),
    ];
    expect((await book(asha, one.id)).status).to.equal('PENDING_PAYMENT');
    expect(await refusalOf(book(asha, other.id))).to.deep.equal(['conflict', 'TRIP_NOT_BOOKABLE']);
    const unapproved = await aTrip(engine, { bus: { approvalStatus: 'PENDING', documents: [] }, seats: 10 });
    expect(await refusalOf(book(asha, unapproved.id))).to.deep.equal(['conflict', 'BUS_NOT_APPROVED']);
  });

  it('a booking stores the company’s commission rate and cancellation tiers at the time of booking', async () => {
    const cancellationTiers = [{ hours: 2, fee: basisPoints(100) }];
    const made = async (seatNumber: string) => {
      await hold(asha, trip, seatNumber);
      return book(asha, trip, { numbers: [seatNumber] });
    };
    const before = await made('A1');
    expect(before).to.deep.include({ commissionRate: 1_000, cancellationTiers: PLATFORM_TIERS, changeTiers: [] });
    await setTerms(engine, trip, { commissionRate: basisPoints(750), cancellationTiers, changeTiers: [] });
    expect(await made('A2')).to.deep.include({
      commissionRate: 750,
      commission: 250,
      operatorEarning: 3_085,
      cancellationTiers,
      changeTiers: [],
    });
    await setTerms(engine, trip, { commissionRate: basisPoints(0), cancellationTiers: null, changeTiers: [] });
    expect(await made('A3')).to.deep.include({
      commissionRate: 0,
      commission: 0,
      cancellationTiers: PLATFORM_TIERS,
      changeTiers: [],
    });
    expect(await engine.bookingViews.find(before.id, asha)).to.deep.include({
      commissionRate: 1_000,
      cancellationTiers: PLATFORM_TIERS,
      changeTiers: [],
    });
  });

  it('a booking is refused on a trip of a suspended company', async () => {
    await hold(asha, trip, 'A1');
    await setTerms(engine, trip, { status: 'SUSPENDED' });
    expect(await refusalOf(book(asha, trip, { numbers: ['A1'] }))).to.deep.equal(['conflict', 'TRIP_NOT_BOOKABLE']);
    await setTerms(engine, trip, { status: 'ACTIVE' });
    expect((await book(asha, trip, { numbers: ['A1'] })).status).to.equal('PENDING_PAYMENT');
  });

  it('a booking publishes its seats as booked, and is in the activity log', async () => {
    await hold(asha, trip, 'A2', 'A1', 'A3');
    const { id } = await book(asha, trip, { numbers: ['A2', 'A1'] });
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip, 'BOOKED', 'A1', 'A2')]);
    expect(await engine.transact(({ trail }) => trail.of({ type: 'booking', id }))).to.deep.equal([
      {
        kind: 'BOOKING_CREATED',
        actor: { role: 'PASSENGER', userId: asha },
        operatorId: (await engine.tripSearch.find(trip, START))?.operator.id,
        subject: { type: 'booking', id },
        changes: {},
        amount: 6_670,
        at: START,
        description: 'Booked seats A2, A1 under BT261120000001.',
      },
    ]);
  });

  it('a booking of some held seats leaves the passenger’s other seats held', async () => {
    await hold(asha, trip, 'A1', 'A2');
    await book(asha, trip, { numbers: ['A1'] });
    await book(asha, trip, { numbers: ['A2'] });
    expect(await refusalOf(book(asha, trip, { numbers: ['A1'] }))).to.deep.equal(EXPIRED);
  });

  it('a booking is refused unless the passenger still holds every seat, and then changes nothing', async () => {
    await hold(asha, trip, 'A1');
    await hold(bikram, trip, 'A2');
    for (const numbers of [
      ['A1', 'A2'],
      ['A1', 'A3'],
      ['A1', 'Z9'],
      ['A1', ''],
      ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3'],
    ]) {
      expect(await refusalOf(book(asha, trip, { numbers })), numbers.join()).to.deep.equal(EXPIRED);
    }
    expect(await recorded(engine)).to.deep.equal([]);
    expect(await ownBookings(engine, asha)).to.deep.equal([]);
    clock.set((minutesAfter(START, 10) - 1) as Instant);
    await book(asha, trip, { numbers: ['A1'] });
    clock.advance(1);
    expect(await refusalOf(book(bikram, trip, { numbers: ['A2'] }))).to.deep.equal(EXPIRED);
  });

  it('reasons to refuse a booking are checked in order: the trip, the bus’s approval, the departure, the seats', async () => {
    const numbers = { numbers: ['A1'] };
    const pending = { approvalStatus: 'PENDING' } as const;
    const cancelled = await aTrip(engine, { status: 'CANCELLED', departsAt: START, bus: pending });
    const unapproved = await aTrip(engine, { departsAt: START, bus: pending });
    const left = await aTrip(engine, { departsAt: START });
    for (const unknown of [cancelled.id, 2_000_000_000, 2_147_483_648, 1e300, 0, -1]) {
      expect(await refusalOf(book(asha, unknown, numbers)), String(unknown)).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
    }
    expect(await refusalOf(book(asha, unapproved.id))).to.deep.equal(['conflict', 'BUS_NOT_APPROVED']);
    expect(await refusalOf(book(asha, left.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await refusalOf(book(asha, trip))).to.deep.equal(['invalid', 'VALIDATION']);
    await changePlan(engine, trip, { departedAt: START });
    expect(await refusalOf(book(asha, trip))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
  });

  it('a new booking gets a second booking code if its first code is taken', async () => {
    await hold(asha, trip, 'A1', 'A2');
    const unlucky = booker(countingRandom('123456', '123456', '123456', '654321'));
    expect((await unlucky(asha, trip, { numbers: ['A1'] })).code).to.equal('BT261120123456');
    expect((await unlucky(asha, trip, { numbers: ['A2'] })).code).to.equal('BT261120654321');
  });

  it('making a booking first ends overdue bookings, so that their seats can be booked again', async () => {
    const stale = await aBooking(engine, { userId: bikram, tripId: trip, seats: [seat('A1'), seat('A2')] });
    clock.set(DEADLINE);
    await hold(asha, trip, 'A1');
    expect((await book(asha, trip, { numbers: ['A1'] })).status).to.equal('PENDING_PAYMENT');
    expect(await statusOf(stale.id)).to.equal('EXPIRED');
    // Another passenger holds A1, so A1 is not published as free.
    expect(await recorded(engine)).to.deep.equal([
      seatMessage(trip, 'AVAILABLE', 'A2'),
      seatMessage(trip, 'BOOKED', 'A1'),
    ]);
  });
});

describe('booking places on a bus without a seat map', () => {
  let trip: TripId;
  let book: ReturnType<typeof booker>;

  beforeEach(async () => {
    await begin();
    trip = (await aTrip(engine, { seats: 5, fare: paisa(80_050) })).id;
    book = booker();
  });

  it('a booking on a bus without a seat map takes as many places as requested, and publishes no seats', async () => {
    expect(
      await book(asha, trip, { seats: 3, numbers: ['A1'], passengers: [{ ...sitting(seat('A1')), gender: '' }] }),
    ).to.deep.include({ seatsCount: 3, total: 240_150, seats: [] });
    expect(await placesLeft(trip)).to.equal(2);
    expect(await recorded(engine)).to.deep.equal([]);
  });

  it('a booking of fewer than one place is refused as invalid input', async () => {
    for (const seats of [0, -1, -1e300])
      expect(await refusalOf(book(asha, trip, { seats })), String(seats)).to.deep.equal(['invalid', 'VALIDATION']);
  });

  it('a booking of more places than are left is refused with the number left, and changes nothing', async () => {
    const messageOf = (seats: number) =>
      book(asha, trip, { seats }).then(
        () => '',
        (error: unknown) => (error as Error).message,
      );
    await book(asha, trip, { seats: 2 });
    for (const seats of [4, 6, 1e300]) expect(await messageOf(seats)).to.equal('Only 3 seats are left on this bus.');
    await book(bikram, trip, { seats: 2 });
    expect(await messageOf(2)).to.equal('Only 1 seat is left on this bus.');
    await book(bikram, trip, { seats: 1 });
    expect(await messageOf(1)).to.equal('This bus is full: 0 seats are left.');
    expect(await refusalOf(book(asha, trip))).to.deep.equal(['conflict', 'NOT_ENOUGH_SEATS']);
    expect(await ownBookings(engine, asha)).to.have.length(1);
  });

  it('a booking can take the places of overdue bookings on a bus without a seat map', async () => {
    await book(asha, trip, { seats: 5 });
    clock.set(DEADLINE);
    expect(await placesLeft(trip)).to.equal(5);
    expect((await book(bikram, trip, { seats: 5 })).seatsCount).to.equal(5);
    expect(await placesLeft(trip)).to.equal(0);
  });
});
