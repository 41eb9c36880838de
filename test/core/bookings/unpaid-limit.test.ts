import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { BOOKING_TERMS, ownBookings } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('the limit of unpaid bookings', (engine) => {
  let clock: HandClock;
  let micro: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    clock = handClock();
    micro = (await aTrip(engine(), { seats: 60 })).id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const book = async (
    passenger: UserId,
    seats: number,
    { rateLimit = true, trip = micro, numbers = [] as readonly string[] } = {},
  ): Promise<BookingId> => {
    const needs = { ...engine(), clock, random: systemRandom, calendar: calendarOf('Asia/Kathmandu'), rateLimit };
    const { id } = await createBooking({
      ...needs,
      ...BOOKING_TERMS,
      expireBookings: expireBookings(needs),
    })(passenger, { tripId: trip, seatNumbers: numbers.map(seat), passengers: [], seats });
    return id;
  };
  const refusal = (ending: Promise<unknown>): Promise<Refusal> =>
    ending.then(
      () => {
        throw new Error('It was not refused.');
      },
      (error: unknown) => error as Refusal,
    );
  const move = (id: BookingId, to: 'confirm' | 'cancelUnpaid') =>
    engine().transact(({ bookings }) => bookings.move(id, to));

  it('a passenger may have five unpaid bookings, and a sixth only after the first of them expires', async () => {
    for (let made = 0; made < 5; made += 1) {
      await book(asha, 1);
      clock.advance(1);
    }
    expect(await refusal(book(asha, 1))).to.include({
      kind: 'throttled',
      code: 'TOO_MANY_UNPAID',
      retryAfterSeconds: 10 * 60,
    });
    await book(bikram, 1);
    clock.advance(10);
    await book(asha, 1);
    expect((await refusal(book(asha, 1))).retryAfterSeconds).to.equal(60);
  });

  it('a passenger’s unpaid bookings may have twenty places in total, and the refusal says when to try again', async () => {
    await book(asha, 6);
    clock.advance(1);
    await book(asha, 6);
    clock.advance(1);
    await book(asha, 8);
    expect((await refusal(book(asha, 1))).retryAfterSeconds).to.equal(13 * 60);
    expect((await refusal(book(asha, 6))).retryAfterSeconds).to.equal(13 * 60);
    expect((await refusal(book(asha, 7))).retryAfterSeconds).to.equal(14 * 60);
  });

  it('a passenger’s only unpaid booking may have any number of places: a whole bus can be booked', async () => {
    const first = await book(bikram, 30);
    expect(await refusal(book(bikram, 1))).to.include({ code: 'TOO_MANY_UNPAID', retryAfterSeconds: 15 * 60 });
    await move(first, 'confirm');
    await book(bikram, 1);
    expect((await refusal(book(bikram, 20))).code).to.equal('TOO_MANY_UNPAID');
    await book(bikram, 19);
  });

  it('paid and cancelled bookings do not count towards the limit of unpaid bookings', async () => {
    const bookings: BookingId[] = [];
    for (let made = 0; made < 5; made += 1) bookings.push(await book(asha, 4));
    await move(bookings[0]!, 'confirm');
    await book(asha, 4);
    await move(bookings[1]!, 'cancelUnpaid');
    await book(asha, 4);
    expect((await refusal(book(asha, 1))).code).to.equal('TOO_MANY_UNPAID');
  });

  it('the limit of unpaid bookings also applies to buses with a seat map, and a refused booking leaves its seats held', async () => {
    const trip = (await aTrip(engine(), { seats: ['A1', 'A2'] })).id;
    for (let made = 0; made < 5; made += 1) await book(asha, 1);
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId: trip, passenger: asha, wanted: [seat('A1')], expiresAt: minutesAfter(clock(), 10) },
        clock(),
      ),
    );
    expect((await refusal(book(asha, 1, { trip, numbers: ['A1'] }))).code).to.equal('TOO_MANY_UNPAID');
    expect(await engine().transact(({ seatLocks }) => seatLocks.release(trip, asha, clock()))).to.deep.equal([
      { seat: 'A1', isFree: true },
    ]);
  });

  it('a booking that the limit of unpaid bookings refuses takes no places', async () => {
    for (let made = 0; made < 5; made += 1) await book(asha, 1);
    expect((await refusal(book(asha, 1))).code).to.equal('TOO_MANY_UNPAID');
    expect(await engine().seatMaps.view(micro, undefined, clock())).to.include({ seatsLeft: 55 });
    expect(await ownBookings(engine(), asha)).to.have.length(5);
  });

  it('the limit of unpaid bookings is checked after all other reasons for which a booking is refused', async () => {
    const full = (await aTrip(engine(), { seats: 4 })).id;
    await book(bikram, 3, { trip: full });
    const mapped = (await aTrip(engine(), { seats: ['A1', 'A2'] })).id;
    const left = (await aTrip(engine(), { seats: 4, departsAt: clock() })).id;
    for (let made = 0; made < 5; made += 1) await book(asha, 1);
    const codeOf = async (...request: Parameters<typeof book>) => (await refusal(book(...request))).code;
    expect([
      await codeOf(asha, 0),
      await codeOf(asha, 1, { trip: 2_000_000_000 as TripId }),
      await codeOf(asha, 1, { trip: left }),
      await codeOf(asha, 1, { trip: mapped }),
      await codeOf(asha, 1, { trip: mapped, numbers: ['A1'] }),
    ]).to.deep.equal(['VALIDATION', 'TRIP_UNKNOWN', 'TRIP_DEPARTED', 'VALIDATION', 'SEAT_SELECTION_EXPIRED']);
    expect(await refusal(book(asha, 2, { trip: full }))).to.include({
      code: 'NOT_ENOUGH_SEATS',
      message: 'Only 1 seat is left on this bus.',
    });
    expect((await refusal(book(asha, 25, { trip: full }))).code).to.equal('NOT_ENOUGH_SEATS');
  });

  it('a passenger who asks for many unpaid bookings at once gets no more than five', async () => {
    const endings = await Promise.allSettled(Array.from({ length: 12 }, () => book(asha, 1)));
    expect(endings.filter(({ status }) => status === 'fulfilled')).to.have.length(5);
    for (const ending of endings)
      if (ending.status === 'rejected') expect(ending.reason).to.include({ code: 'TOO_MANY_UNPAID' });
  });

  it('a passenger may have any number of unpaid bookings when rate limits are turned off', async () => {
    for (let made = 0; made < 7; made += 1) await book(asha, 4, { rateLimit: false });
  });
});
