import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { cancelBooking } from '../../../core/changes/cancel-booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { BOOKING_TERMS } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { NEWS } from '../../support/news.ts';

const TOO_LONG = 'Held too long. Try again in a minute.';

onEveryEngine('the longest hold of a seat', (engine) => {
  let clock: HandClock;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    clock = handClock();
    trip = (await aTrip(engine(), { seats: ['A1', 'A2'] })).id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const lock = (passenger: UserId, ...seats: readonly string[]) =>
    lockSeats({ ...engine(), clock, seatLockMinutes: 10, rateLimit: true })(passenger, trip, seats.map(seat));
  const why = async (passenger: UserId, number: string) => (await lock(passenger, number)).rejected[0]?.reason;
  const expire = () => expireBookings({ ...engine(), clock })();
  const book = async (passenger: UserId, { rateLimit = true } = {}): Promise<BookingId> => {
    const { id } = await createBooking({
      ...engine(),
      ...BOOKING_TERMS,
      clock,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: expire,
      rateLimit,
    })(passenger, { tripId: trip, seatNumbers: [seat('A1')], passengers: [], seats: 1 });
    return id;
  };
  const cancel = (booking: BookingId) =>
    cancelBooking({ ...engine(), ...NEWS, clock, cancellationTiers: [{ hours: 0, fee: basisPoints(0) }] })(
      asha,
      booking,
      '',
    );
  const at = (minutes: number): void => clock.set(minutesAfter(START, minutes));
  /** Asha holds A1 from the start, and renews the hold until `minute`. */
  const heldUntil = async (minute: number): Promise<void> => {
    for (let renewed = 0; renewed <= minute; renewed += 5) {
      at(renewed);
      await lock(asha, 'A1');
    }
    at(minute);
  };

  it('a held seat is released after one hour, however often it is renewed, and the answer names the time of release', async () => {
    await heldUntil(58);
    const { granted, expiresAt } = await lock(asha, 'A2', 'A1');
    expect([granted, expiresAt]).to.deep.equal([['A2', 'A1'], minutesAfter(START, 60)]);
    at(60);
    expect([await why(bikram, 'A2'), (await lock(bikram, 'A1')).granted]).to.deep.equal([
      'Currently held by another passenger.',
      ['A1'],
    ]);
    at(67.9);
    expect(await why(bikram, 'A2')).to.equal('Currently held by another passenger.');
  });

  it('the one-hour limit on holding a seat includes the time of an unpaid booking, and starts anew a minute after its end', async () => {
    await heldUntil(59);
    const booking = await book(asha);
    at(73);
    await cancel(booking);
    expect(await why(asha, 'A1')).to.equal(TOO_LONG);
    at(73.9);
    expect(await why(asha, 'A1')).to.equal(TOO_LONG);
    at(74);
    expect((await lock(asha, 'A1')).granted).to.deep.equal(['A1']);
  });

  it('the one-hour limit on holding a seat does not start anew when an unpaid booking of the seat expires', async () => {
    await heldUntil(30);
    await book(asha);
    at(45);
    await expire();
    at(45.5);
    expect((await lock(asha, 'A1')).granted).to.deep.equal(['A1']);
    for (const minute of [50, 55]) {
      at(minute);
      expect((await lock(asha, 'A1')).granted).to.deep.equal(['A1']);
    }
    at(60);
    expect(await why(asha, 'A1')).to.equal(TOO_LONG);
  });

  it('an unavailable seat is refused as unavailable, even if the one-hour limit on holding it has been reached too', async () => {
    await heldUntil(59);
    await book(asha);
    at(65);
    expect(await why(asha, 'A1')).to.equal('Already booked.');
    at(74);
    await expire();
    await lock(bikram, 'A1');
    expect(await why(asha, 'A1')).to.equal('Currently held by another passenger.');
  });

  it('a seat that is released by the one-hour limit leaves the other selected seats held', async () => {
    await heldUntil(58);
    await lock(asha, 'A1', 'A2');
    at(60);
    expect(await lock(asha, 'A1', 'A2')).to.deep.equal({
      granted: ['A2'],
      rejected: [{ seat: 'A1', reason: TOO_LONG }],
      expiresAt: minutesAfter(START, 70),
    });
    expect(await engine().transact(({ seatLocks }) => seatLocks.release(trip, asha, clock()))).to.deep.equal([
      { seat: 'A2', isFree: true },
    ]);
  });

  it('the one-hour limit on holding a seat is not stored with a booking when rate limits are turned off', async () => {
    await lock(asha, 'A1');
    await book(asha, { rateLimit: false });
    at(11);
    expect(await engine().transact(({ holdings }) => holdings.runs(asha, trip, minutesAfter(START, 10)))).to.deep.equal(
      [],
    );
  });
});
