import { expect } from 'chai';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking, sellHeld, sitting } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';

onEveryEngine('withdrawn buses', (engine) => {
  const A1 = seat('A1');
  let trip: TripForTests;
  let asha: UserId;
  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: ['A1', 'A2'] });
    asha = await aPassengerId(engine());
  });

  /** Makes the bus INACTIVE without the usual checks, as an import does. */
  const withdraw = (bus: BusId = trip.busId) =>
    engine().transact(async ({ buses }) => {
      await buses.update({ ...(await buses.lock(bus))!, status: 'INACTIVE' });
    });
  const hold = () =>
    engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip.id, passenger: asha, wanted: [A1], expiresAt: minutesAfter(START, 10) }, START),
    );

  it('seats of a withdrawn bus can be held, but neither booked nor paid for', async () => {
    const paying = payingOn(engine());
    const booking = await aBooking(engine(), { userId: asha, tripId: trip.id, seats: [seat('A2')] });
    await hold();
    await withdraw();
    const lock = lockSeats({ ...engine(), clock: paying.clock, seatLockMinutes: 10, rateLimit: true });
    const book = createBooking({
      ...engine(),
      ...BOOKING_TERMS,
      clock: paying.clock,
      calendar: calendarOf('Asia/Kathmandu'),
      random: systemRandom,
      expireBookings: async () => 0,
      rateLimit: true,
    });
    expect(await lock(asha, trip.id, [A1])).to.deep.include({ granted: [A1] });
    const request = { tripId: trip.id, seatNumbers: [A1], passengers: [], seats: 1 };
    expect([await codeOf(book(asha, request)), await codeOf(paying.checkout(booking))]).to.deep.equal([
      'TRIP_NOT_BOOKABLE',
      'TRIP_NOT_BOOKABLE',
    ]);
  });

  it('a seat that was held before its bus was withdrawn cannot be booked', async () => {
    const booking = await aBooking(engine(), { userId: asha, tripId: trip.id });
    await hold();
    await withdraw();
    const sale = { tripId: trip.id, passenger: asha, booking: booking.id, seats: [sitting(A1)] };
    const sold = await engine().transact(({ seatLocks }) =>
      sellHeld(seatLocks, { ...sale, paymentDeadline: minutesAfter(START, 15) }, START),
    );
    expect(sold).to.deep.equal([]);
  });

  it('a withdrawn bus sells no places without seat numbers, and a late payment does not get its places back', async () => {
    const counted = await aTrip(engine(), { seats: 9 });
    const over = await aBooking(engine(), { userId: asha, tripId: trip.id, seats: [A1], status: 'EXPIRED' });
    await withdraw(counted.busId);
    await withdraw();
    const again = { tripId: trip.id, passenger: asha, booking: over.id, seatsCount: 1 };
    expect(
      await engine().transact(async ({ trips, seatLocks }) => [
        await trips.takePlaces(counted.id, 1, START),
        await seatLocks.reclaim(again, START),
      ]),
    ).to.deep.equal([false, undefined]);
  });
});
