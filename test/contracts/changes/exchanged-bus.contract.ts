import { expect } from 'chai';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, saveBus, seat, seatsNumbered } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { exchangeBus, importedBus, MAP, REGISTRATION } from '../../support/exchange.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('a trip that gets another bus', (engine) => {
  let paying: Paying;
  let trip: TripForTests;
  let operator: OperatorId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    operator = (await anOperator(engine())).operatorId;
    const bus = { registrationNo: REGISTRATION, operatorId: operator };
    trip = await aTrip(engine(), { bus, seats: ['A1', 'A2'] });
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const exchange = (busId: BusId) => engine().transact((stores) => exchangeBus(stores, trip, busId, paying.clock()));
  const anotherBus = (seats: readonly string[] | number = ['A1', 'A2'], operatorId = operator) =>
    aBus(engine(), { seats, operatorId });
  /** Imports the bus again, with another seat map or without a map. */
  const rebuild = async (seatMap: typeof MAP | null): Promise<void> => {
    const bus = importedBus(operator, seatMap);
    const saved = await engine().transact((stores) => saveBus(stores, bus, paying.clock()));
    expect(saved).to.equal(trip.busId);
  };
  const dropStranded = () => engine().transact(({ catalogue }) => catalogue.dropStrandedHolds(paying.clock()));
  const release = ({ id }: TripForTests, passenger: UserId) =>
    engine().transact(async ({ seatLocks }) =>
      (await seatLocks.release(id, passenger, paying.clock())).map(({ seat: number }) => number),
    );
  const lock = (passenger: UserId, ...seats: readonly string[]) =>
    lockSeats({ ...engine(), clock: paying.clock, seatLockMinutes: 10, rateLimit: true })(
      passenger,
      trip.id,
      seats.map(seat),
    );
  const book = async (passenger: UserId, ...seats: readonly string[]): Promise<string> =>
    createBooking({
      ...engine(),
      ...BOOKING_TERMS,
      clock: paying.clock,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: paying.expire,
      rateLimit: true,
    })(passenger, { tripId: trip.id, seatNumbers: seats.map(seat), passengers: [], seats: 1 }).then(
      () => 'booked',
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
  const shown = async (viewer: UserId = asha) => {
    const map = await engine().seatMaps.view(trip.id, viewer, paying.clock());
    return map?.hasSeatMap
      ? map.seats.map((one) => `${one.number} ${one.isBooked ? 'booked' : one.heldBy}`)
      : map?.seatsLeft;
  };
  /** Lets a booking expire, runs `happen`, and then pays for the booking. Returns the outcome of the payment. */
  const paidLate = async (happen: () => Promise<unknown>, ...seats: readonly string[]) => {
    const booking = await aBooking(engine(), {
      userId: asha,
      tripId: trip.id,
      ...(seats.length > 0 && { seats: seats.map(seat) }),
      seatsCount: 2,
    });
    const payment = await paying.checkout(booking);
    paying.clock.set(booking.paymentDeadline);
    await paying.expire();
    await happen();
    const { outcome } = await paying.handleSuccess(paying.gateway.pay(payment));
    const [after, refund] = await engine().transact(
      async ({ bookings, refunds }) =>
        [await bookings.find(booking.id), (await refunds.ofPayment(payment.id))[0]] as const,
    );
    return [outcome, after?.status, refund?.reason];
  };
  const owed = ['refund due', 'EXPIRED', 'LATE_PAYMENT'];

  it('a seat held on a trip’s previous bus cannot be booked on the new one', async () => {
    await lock(asha, 'A1');
    await exchange(await anotherBus());
    expect(await book(asha, 'A1')).to.equal('SEAT_SELECTION_EXPIRED');
    expect((await lock(bikram, 'A1')).granted).to.deep.equal(['A1']);
    expect([await book(bikram, 'A1'), await book(asha, 'A1')]).to.deep.equal(['booked', 'SEAT_SELECTION_EXPIRED']);
  });

  it('an exchange of a trip’s bus releases holds on the old bus, and reports which of the held seat numbers are free on the new bus', async () => {
    await lock(asha, 'A1', 'A2');
    const seats = seatsNumbered('A2', 'A3', 'A4').map((one) => ({ ...one, isActive: one.number !== 'A4' }));
    await exchange(await aBus(engine(), { seatMap: { ...MAP, seats } }));
    expect(await shown()).to.deep.equal(['A2 nobody', 'A3 nobody', 'A4 nobody']);
    expect(await dropStranded()).to.deep.equal([{ tripId: trip.id, seats: ['A2'] }]);
    expect(await dropStranded()).to.deep.equal([]);
    await lock(bikram, 'A2');
    expect(await release(trip, asha)).to.deep.equal([]);
    expect(await release(trip, bikram)).to.deep.equal(['A2']);
  });

  it('an exchange of a trip’s bus reports no seat as free that a passenger holds or books on the new bus', async () => {
    await lock(asha, 'A1', 'A2');
    await exchange(await anotherBus(['A1', 'A2', 'A3']));
    await lock(bikram, 'A1', 'A3');
    await book(bikram, 'A1');
    await lock(bikram, 'A2', 'A3');
    expect(await dropStranded()).to.deep.equal([]);
    expect(await release(trip, asha)).to.deep.equal([]);
    expect(await release(trip, bikram)).to.deep.equal(['A2', 'A3']);
  });

  it('a bus that loses its seat map releases the held seats of its trip, and keeps held seats of other trips', async () => {
    const other = await aTrip(engine(), { seats: ['A1', 'A2'] });
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId: other.id, passenger: asha, wanted: [seat('A1')], expiresAt: minutesAfter(START, 10) },
        START,
      ),
    );
    await lock(asha, 'A1');
    await rebuild(null);
    expect(await dropStranded()).to.deep.equal([]);
    await rebuild(MAP);
    expect((await lock(bikram, 'A1')).granted).to.deep.equal(['A1']);
    expect(await release(other, asha)).to.deep.equal(['A1']);
  });

  it('a held seat that is put out of use cannot be booked', async () => {
    await lock(asha, 'A1', 'A2');
    await rebuild({ ...MAP, seats: MAP.seats.map((one) => ({ ...one, isActive: one.number === 'A1' })) });
    expect([await book(asha, 'A1', 'A2'), await book(asha, 'A1')]).to.deep.equal(['SEAT_SELECTION_EXPIRED', 'booked']);
  });

  it('a late payment is refunded if one of its booking’s seat numbers is sold on the trip’s new bus', async () => {
    expect(
      await paidLate(
        async () => {
          await exchange(await anotherBus());
          await lock(bikram, 'A1');
          await book(bikram, 'A1');
        },
        'A1',
        'A2',
      ),
    ).to.deep.equal(owed);
    expect(await shown()).to.deep.equal(['A1 booked', 'A2 nobody']);
  });

  it('a late payment gets the same seat numbers on the trip’s new bus', async () => {
    const exchanged = () => anotherBus(['B1', 'A2', 'A1']).then(exchange);
    expect(await paidLate(exchanged, 'A1', 'A2')).to.deep.equal(['paid', 'CONFIRMED', undefined]);
    expect(await shown()).to.deep.equal(['B1 nobody', 'A2 booked', 'A1 booked']);
    expect((await lock(bikram, 'A1', 'A2', 'B1')).granted).to.deep.equal(['B1']);
  });

  it('a late payment is refunded if another company runs the trip in the meantime', async () => {
    const exchanged = async () => {
      const { operatorId } = await anOperator(engine());
      await exchange(await anotherBus(['A1', 'A2'], operatorId));
    };
    expect(await paidLate(exchanged, 'A1', 'A2')).to.deep.equal(owed);
    expect(await shown()).to.deep.equal(['A1 nobody', 'A2 nobody']);
  });

  it('a late payment gets the seats that its passenger meanwhile holds on the trip’s new bus', async () => {
    const exchanged = async () => {
      await exchange(await anotherBus());
      await lock(asha, 'A1', 'A2');
    };
    expect(await paidLate(exchanged, 'A1', 'A2')).to.deep.equal(['paid', 'CONFIRMED', undefined]);
    expect(await book(asha, 'A1')).to.equal('SEAT_SELECTION_EXPIRED');
  });

  for (const [what, seats] of [
    ['lacks one of its numbers', seatsNumbered('A1', 'B1')],
    [
      'has one of its numbers out of use',
      seatsNumbered('A1', 'A2').map((one, index) => ({ ...one, isActive: index === 0 })),
    ],
  ] as const) {
    it(`a late payment for two seats is refunded if the trip’s new bus ${what}`, async () => {
      const exchanged = () => aBus(engine(), { seatMap: { ...MAP, seats } }).then(exchange);
      expect(await paidLate(exchanged, 'A1', 'A2')).to.deep.equal(owed);
      expect(await shown()).to.deep.equal(seats.map(({ number }) => `${number} nobody`));
    });
  }

  it('a late payment for seats is refunded if the trip’s bus has lost its seat map meanwhile', async () => {
    expect(await paidLate(() => rebuild(null), 'A1', 'A2')).to.deep.equal(owed);
    expect(await shown()).to.equal(2);
  });

  it('a late payment for places without seat numbers is refunded if the bus has got a seat map meanwhile', async () => {
    await rebuild(null);
    expect(await paidLate(() => rebuild(MAP))).to.deep.equal(owed);
    expect(await shown()).to.deep.equal(['A1 nobody', 'A2 nobody']);
  });

  it('a late payment is refunded unless it gets back all the seats that were booked', async () => {
    expect(await paidLate(async () => undefined, 'A1'), 'two were booked').to.deep.equal(owed);
    expect(await shown()).to.deep.equal(['A1 nobody', 'A2 nobody']);
  });

  it('places without seat numbers cannot be taken on a bus with a seat map', async () => {
    expect(
      await engine().transact(async ({ trips }) => [
        await trips.takePlaces(trip.id, 1, START),
        await trips.placesLeft(trip.id, START),
      ]),
    ).to.deep.equal([false, 0]);
  });

  it('a postponed trip with bookings keeps its bus, even after the departure time that it had at first', async () => {
    await aBooking(engine(), { userId: asha, tripId: trip.id, seats: [seat('A1')], status: 'COMPLETED' });
    const busId = await anotherBus();
    const [now, departsAt] = [hoursAfter(trip.departsAt, 1), hoursAfter(trip.departsAt, 24)];
    const putOff = { ...trip, departsAt, arrivesAt: hoursAfter(departsAt, 7) };
    expect(await engine().transact((stores) => exchangeBus(stores, putOff, busId, now))).to.equal('sold');
  });
});
