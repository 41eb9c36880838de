import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('the seats of a booking', (engine) => {
  let trip: TripForTests;
  let booking: Booking;

  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: ['A2', 'A10', 'A1', 'B1'] });
    booking = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: [seat('A1'), seat('A2')],
      passengers: [
        sitting(seat('A1'), { name: 'Bikram', age: 40, gender: 'M', boardingPoint: 'Kalanki', droppingPoint: 'Zero' }),
        sitting(seat('A2'), { name: 'Asha' }),
      ],
      status: 'CONFIRMED',
    });
  });

  const seatsOf = (of = booking) => engine().transact(({ bookedSeats }) => bookedSeats.of(of.id));

  it('a new booking’s seats are read in seat map order, and their passengers’ names count as never changed', async () => {
    const known = { nameChanges: 0, boardedAt: null };
    expect((await seatsOf()).map(({ id: _id, ...rest }) => rest)).to.deep.equal([
      { ...sitting(seat('A2'), { name: 'Asha' }), ...known },
      {
        ...sitting(seat('A1'), {
          name: 'Bikram',
          age: 40,
          gender: 'M',
          boardingPoint: 'Kalanki',
          droppingPoint: 'Zero',
        }),
        ...known,
      },
    ]);
  });

  it('a booking has no seats after its seats were put back on sale', async () => {
    await engine().transact(({ seatLocks }) => seatLocks.releaseBooking(booking.id, START));
    expect(await seatsOf()).to.deep.equal([]);
  });

  it('changed passengers of a booking are stored, and passengers of other bookings stay unchanged', async () => {
    const other = await aBooking(engine(), {
      userId: booking.userId,
      tripId: trip.id,
      seats: [seat('B1')],
      passengers: [sitting(seat('B1'), { name: 'Chitra' })],
      status: 'CONFIRMED',
    });
    const [first, second] = await seatsOf();
    const [renamed, cleared] = [
      { ...first!, name: 'Dipa', age: 0, gender: 'F' as const, nameChanges: 1 },
      { ...second!, age: null, gender: null, boardingPoint: '', droppingPoint: 'Mugling' },
    ];
    await engine().transact(({ bookedSeats }) => bookedSeats.savePassengers(booking, [renamed, cleared]));
    expect(await seatsOf()).to.deep.equal([renamed, cleared]);
    expect(await seatsOf(other))
      .to.have.lengthOf(1)
      .and.to.have.nested.property('[0].name', 'Chitra');
  });
});

onEveryEngine('searching for bookings by their passengers', (engine) => {
  it('a booking is found by the present names of its passengers, and not by names that they had earlier', async () => {
    const booking = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: (await aTrip(engine())).id,
      seats: [seat('A1')],
      passengerNames: ['Chitra'],
      status: 'CONFIRMED',
    });
    await engine().transact(async ({ bookedSeats }) => {
      const [first] = await bookedSeats.of(booking.id);
      await bookedSeats.savePassengers(booking, [{ ...first!, name: 'Dipa' }]);
    });
    const found = async (q: string) =>
      (await engine().officeBookings.list({ q }, { limit: 10 })).rows.map(({ id }) => id);
    expect([await found('dipa'), await found('chitra')]).to.deep.equal([[booking.id], []]);
  });
});
