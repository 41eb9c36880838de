import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { changePassengers } from '../../../core/changes/change-passengers.ts';
import type { PassengerChange } from '../../../core/changes/passenger-changes.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recordedNudges } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';
import { codeOf, faultsOf, refused } from '../../support/refusals.ts';

describe('changing the passengers of a booking', () => {
  let engine: Engine;
  let clock: HandClock;
  let trip: TripForTests;
  let asha: UserId;
  let booking: Booking;

  const made = (status: Booking['status'] = 'CONFIRMED', seats = ['A1', 'A2']) =>
    aBooking(engine, {
      userId: asha,
      tripId: trip.id,
      seats: seats.map(seat),
      passengers: seats.map((number) => sitting(seat(number), { name: `Rider ${number}`, boardingPoint: 'Kalanki' })),
      status,
    });
  const change = (changes: readonly PassengerChange[], of = booking, by = asha) =>
    changePassengers({ ...engine, clock })(by, of.id, changes);
  const rename = (...names: readonly string[]) =>
    names.reduce<Promise<unknown>>(
      (before, name) => before.then(() => change([{ seat: seat('A1'), name }])),
      Promise.resolve(),
    );
  const fieldsOf = (changes: readonly PassengerChange[], of = booking) => faultsOf(change(changes, of));
  const logged = async () =>
    (await engine.transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }))).filter(
      ({ kind }) => kind === 'BOOKING_CHANGED',
    );
  const mailsAt = (now = clock()) => engine.transact(({ mailQueue }) => mailQueue.claim(now, hoursAfter(now, 1), 10));

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    trip = await aTrip(engine);
    await changePlan(engine, trip.id, {
      boardingPoints: [{ name: 'Balkhu', minutes: 0 }],
      droppingPoints: [{ name: 'Mugling', minutes: 90 }],
    });
    asha = await aPassengerId(engine);
    booking = await made();
  });

  it('a change of a passenger changes only the given details, and no other passenger', async () => {
    const { seats } = await change([
      { seat: seat('A2'), name: 'Chitra', age: '7', gender: 'F', boardingPoint: 'Balkhu', droppingPoint: 'Mugling' },
    ]);
    expect(seats).to.deep.equal([
      sitting(seat('A1'), { name: 'Rider A1', boardingPoint: 'Kalanki' }),
      sitting(seat('A2'), { name: 'Chitra', age: 7, gender: 'F', boardingPoint: 'Balkhu', droppingPoint: 'Mugling' }),
    ]);
    const cleared = await change([{ seat: seat('A2'), age: null, gender: null, boardingPoint: null }]);
    expect(cleared.seats[1]).to.deep.equal(sitting(seat('A2'), { name: 'Chitra', droppingPoint: 'Mugling' }));
  });

  it('a change of passengers is in the activity log with old and new values, and raises the manifest’s revision', async () => {
    const before = (await recordedNudges(engine)).length;
    await rename('Chitra');
    expect(await logged()).to.deep.equal([
      {
        kind: 'BOOKING_CHANGED',
        actor: { role: 'PASSENGER', userId: asha },
        operatorId: booking.operatorId,
        subject: { type: 'booking', id: booking.id },
        changes: { 'A1.passenger_name': { old: 'Rider A1', new: 'Chitra' } },
        description: `Changed passengers of booking ${booking.code}.`,
        at: START,
      },
    ]);
    expect((await recordedNudges(engine)).length).to.equal(before + 1);
  });

  it('a change of passengers that alters no detail, or names no passenger, is not logged and mailed to nobody', async () => {
    await change([]);
    await change([{ seat: seat('A1'), name: 'Rider A1', boardingPoint: 'Kalanki' }, { seat: seat('A2') }]);
    expect(await logged()).to.deep.equal([]);
    expect(await mailsAt(hoursAfter(clock(), 1))).to.deep.equal([]);
  });

  it('several changes of passengers within a minute send one confirmation mail, a minute after the first', async () => {
    await rename('Chitra');
    clock.set(secondsAfter(START, 50));
    await change([{ seat: seat('A2'), name: 'Dipa' }]);
    expect(await mailsAt(secondsAfter(START, 59))).to.deep.equal([]);
    const [mail, ...others] = await mailsAt(minutesAfter(START, 1));
    expect([mail?.mail, others]).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: booking.id }, []]);
    await engine.transact(({ mailQueue }) => mailQueue.markSent(mail!, minutesAfter(START, 1)));
    clock.set(minutesAfter(START, 2));
    await change([{ seat: seat('A2'), age: 9 }]);
    expect(await mailsAt(minutesAfter(START, 3))).to.have.lengthOf(1);
  });

  describe('a refused change of passengers', () => {
    it('a change of passengers refuses a name that is empty or longer than 150 characters', async () => {
      for (const name of ['', null, 'न'.repeat(151)])
        expect(await fieldsOf([{ seat: seat('A2') }, { seat: seat('A1'), name }])).to.deep.equal([
          'passengers[1].name',
        ]);
      await rename('न'.repeat(150));
    });

    it('a change of passengers may name only the booking’s seats, each only once', async () => {
      expect(await fieldsOf([{ seat: seat('B1') }])).to.deep.equal(['passengers[0].seat_number']);
      expect(await fieldsOf([{ seat: seat('A1') }, { seat: seat('A1') }])).to.deep.equal(['passengers[1].seat_number']);
    });

    it('a change of passengers refuses an age that is no whole number from 0 to 150', async () => {
      for (const age of [-1, 151, 1.5, 'old', true, ''])
        expect(await fieldsOf([{ seat: seat('A1'), age }])).to.deep.equal(['passengers[0].age']);
      await change([
        { seat: seat('A1'), age: 0 },
        { seat: seat('A2'), age: 150 },
      ]);
    });

    it('a change of passengers refuses a gender other than M, F or O', async () => {
      for (const gender of ['', 'female', 'm'])
        expect(await fieldsOf([{ seat: seat('A1'), gender }])).to.deep.equal(['passengers[0].gender']);
    });

    it('a change of passengers accepts only the trip’s boarding and drop-off points, the passenger’s present points, or none', async () => {
      expect(await fieldsOf([{ seat: seat('A1'), boardingPoint: 'Mugling', droppingPoint: 'Balkhu' }])).to.deep.equal([
        'passengers[0].boarding_point',
        'passengers[0].dropping_point',
      ]);
      await change([{ seat: seat('a 1'), boardingPoint: 'KALANKI\u200b' }]);
      await change([{ seat: seat('A1'), boardingPoint: '', droppingPoint: '' }]);
      expect(await fieldsOf([{ seat: seat('A1'), boardingPoint: 'Kalanki' }])).to.have.lengthOf(1);
    });

    it('a change of passengers is refused on a bus without a seat map', async () => {
      const bus = await aTrip(engine, { seats: 10 });
      const places = await aBooking(engine, { userId: asha, tripId: bus.id, seatsCount: 2, status: 'CONFIRMED' });
      expect(await fieldsOf([{ seat: seat('A1') }], places)).to.deep.equal(['passengers']);
      expect((await change([], places)).id).to.equal(places.id);
    });

    it('a change of another passenger’s booking is refused as for an unknown booking', async () => {
      expect(await codeOf(change([], booking, await aPassengerId(engine)))).to.equal('BOOKING_UNKNOWN');
    });

    it('a change of passengers is refused unless the booking is CONFIRMED, but wrong fields are refused first', async () => {
      for (const status of ['PENDING_PAYMENT', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const) {
        const other = await made(status, ['B1']);
        expect(await codeOf(change([{ seat: seat('B1'), name: 'Dipa' }], other)), status).to.equal('BOOKING_CLOSED');
        expect(await codeOf(change([{ seat: seat('B1'), name: '' }], other)), status).to.equal('VALIDATION');
        await engine.transact(({ seatLocks }) => seatLocks.releaseBooking(other.id, START));
      }
    });

    it('a change of passengers is refused once the bus has left, by the clock or by the crew’s report', async () => {
      await changePlan(engine, trip.id, { departedAt: START });
      expect(await codeOf(rename('Chitra'))).to.equal('TRIP_DEPARTED');
      await changePlan(engine, trip.id, { departedAt: null });
      clock.set(trip.departsAt);
      expect(await codeOf(rename('Chitra'))).to.equal('TRIP_DEPARTED');
    });

    it('a passenger’s name can be changed twice, and other details any number of times', async () => {
      await rename('rider A1', 'Chitra');
      const again = await refused(
        change([
          { seat: seat('A1'), name: 'Dipa' },
          { seat: seat('A2'), name: 'Esha' },
        ]),
      );
      expect([again.code, again.extra]).to.deep.equal(['NAME_CHANGES_USED', { seats: ['A1'] }]);
      await change([{ seat: seat('A1'), name: 'Chitra', age: 5 }]);
      await change([{ seat: seat('A2'), name: 'Esha' }]);
    });
  });
});
