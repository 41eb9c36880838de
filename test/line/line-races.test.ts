import { expect } from 'chai';
import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { startWaiting, type WaitRequest } from '../../core/line/start-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewWaits } from '../../core/line/view-waits.ts';
import { releaseSeatsOfBooking } from '../../core/bookings/release-seats-of-booking.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../core/seats/release-seats.ts';
import { sweepLocks } from '../../core/seats/sweep-seats.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { aPassengerId } from '../support/people.ts';

/** Many people act at once: on parallel connections of Postgres, and in sequence on SQLite. */

const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];

onEveryEngine('a line of many people', (engine) => {
  const clock = handClock();
  const world = () => ({ ...engine(), ...LINE_TERMS, clock, rateLimit: false });
  const passengers = (count: number): Promise<readonly UserId[]> =>
    Promise.all(Array.from({ length: count }, () => aPassengerId(engine())));
  const wait = (passenger: UserId, trip: TripId, request: Partial<WaitRequest> = {}) =>
    startWaiting(world())(passenger, trip, {
      count: 1,
      anyOf: [],
      section: undefined,
      keptFor: undefined,
      ...request,
    });
  const offeredTo = async (people: readonly UserId[]): Promise<readonly (readonly SeatNumber[] | undefined)[]> =>
    Promise.all(people.map(async (passenger) => (await viewWaits(world())(passenger))[0]?.offer?.seats));
  const lock = (passenger: UserId, trip: TripId, seats: readonly string[]) =>
    lockSeats(world())(passenger, trip, seats.map(seat));

  beforeEach(() => clock.set(START));

  it('of 24 people who wait, the first four get one seat each when four seats are cancelled at once', async () => {
    const trip = (await aTrip(engine(), { seats: SEATS })).id;
    const [seller, ...waiting] = await passengers(25);
    const bookings = [];
    for (const number of SEATS)
      bookings.push(
        await aBooking(engine(), { tripId: trip, userId: seller!, seats: [seat(number)], status: 'CONFIRMED' }),
      );
    for (const passenger of waiting) await wait(passenger, trip);
    const others = await passengers(4);
    const [granted] = await Promise.all([
      Promise.all(others.map((passenger) => lock(passenger, trip, SEATS))),
      Promise.all(
        bookings.slice(0, 4).map((booking) =>
          engine().transact(async (stores) => {
            await stores.bookings.lock(booking.id);
            await stores.bookings.move(booking.id, 'cancelPaid', {
              reason: '',
              by: 'PASSENGER',
              at: START,
              fee: booking.total,
            });
            await releaseSeatsOfBooking(stores, booking, START);
          }),
        ),
      ),
      Promise.all([sweepLine(world())(), sweepLine(world())()]),
    ]);
    const offered = await offeredTo(waiting);
    expect(offered.map((seats) => seats?.length ?? 0)).to.deep.equal([...Array(4).fill(1), ...Array(20).fill(0)]);
    expect([...offered.flatMap((seats) => seats ?? [])].sort()).to.deep.equal(SEATS.slice(0, 4));
    expect(granted.flatMap((one) => one.granted)).to.deep.equal([]);
  });

  it('holds that lapse and bookings that expire go to the line, whoever finds them first', async () => {
    const trip = (await aTrip(engine(), { seats: SEATS })).id;
    const [seller, holder, ...waiting] = await passengers(8);
    await aBooking(engine(), { tripId: trip, userId: seller!, seats: SEATS.slice(0, 4).map(seat), seatsCount: 4 });
    await lock(holder!, trip, SEATS.slice(4));
    for (const passenger of waiting) await wait(passenger, trip, { count: 2 });
    clock.set(minutesAfter(START, 600));
    const others = await passengers(6);
    const [granted] = await Promise.all([
      Promise.all(others.map((passenger) => lock(passenger, trip, SEATS))),
      sweepLocks(world())(),
      expireBookings(world())(),
      sweepLine(world())(),
      sweepLine(world())(),
    ]);
    await sweepLine(world())();
    const offered = await offeredTo(waiting);
    expect(offered.map((seats) => seats?.length ?? 0)).to.deep.equal([2, 2, 2, 2, 0, 0]);
    expect([...offered.flatMap((seats) => seats ?? [])].sort()).to.deep.equal(SEATS);
    expect(granted.flatMap((one) => one.granted)).to.deep.equal([]);
  });

  it('a person who asks to wait many times at once waits once on a trip, and on no more than five trips', async () => {
    const [asha] = await passengers(1);
    const trips = await Promise.all(
      Array.from({ length: 8 }, async () => (await aTrip(engine(), { seats: ['A1'] })).id),
    );
    const limited = { ...world(), rateLimit: true };
    const request = { count: 2, anyOf: [], section: undefined, keptFor: undefined };
    await Promise.allSettled([...trips, ...trips].map((trip) => startWaiting(limited)(asha!, trip, request)));
    const waits = await viewWaits(world())(asha!);
    expect(waits).to.have.length(5);
    expect(new Set(waits.map(({ tripId }) => tripId)).size).to.equal(5);
  });

  it('a seat that is released while somebody begins to wait is either free for the wait, or offered', async () => {
    for (let round = 0; round < 10; round += 1) {
      const trip = (await aTrip(engine(), { seats: ['A1'] })).id;
      const [holder, asha] = await passengers(2);
      await lock(holder!, trip, ['A1']);
      const [started] = await Promise.allSettled([wait(asha!, trip), releaseSeats(world())(holder!, trip)]);
      const [offered] = await offeredTo([asha!]);
      expect(started.status === 'rejected' ? 'free' : offered).to.deep.equal(
        started.status === 'rejected' ? 'free' : ['A1'],
      );
    }
  });
});
