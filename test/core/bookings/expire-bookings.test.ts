import { expect } from 'chai';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';

const DEADLINE = minutesAfter(START, 15);

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
const expire = () => expireBookings({ ...engine, clock })();
const statusOf = async (id: BookingId) => (await engine.transact(({ bookings }) => bookings.find(id)))?.status;
const placesLeft = async (tripId: TripId, now: Instant = clock()) => {
  const map = await engine.seatMaps.view(tripId, undefined, now);
  return map && !map.hasSeatMap ? map.seatsLeft : undefined;
};

describe('expiring bookings', () => {
  beforeEach(begin);

  it('an unpaid booking expires at its deadline and publishes its free seats; a paid booking never expires', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1', 'A2', 'A3'] });
    const stale = await aBooking(engine, { userId: asha, tripId, seats: [seat('A2'), seat('A1')] });
    const paid = await aBooking(engine, { userId: asha, tripId, seats: [seat('A3')], status: 'CONFIRMED' });
    clock.set((DEADLINE - 1) as Instant);
    expect([await expire(), await statusOf(stale.id)]).to.deep.equal([0, 'PENDING_PAYMENT']);
    clock.set(DEADLINE);
    expect([await expire(), await expire()]).to.deep.equal([1, 0]);
    expect([await statusOf(stale.id), await statusOf(paid.id)]).to.deep.equal(['EXPIRED', 'CONFIRMED']);
    expect(await recorded(engine)).to.deep.equal([seatMessage(tripId, 'AVAILABLE', 'A1', 'A2')]);
  });

  it('an expired booking’s seats are not published as free if other passengers hold them by then', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    await aBooking(engine, { userId: asha, tripId, seats: [seat('A1')] });
    clock.set(DEADLINE);
    await hold(bikram, tripId, 'A1');
    await expire();
    expect(await recorded(engine)).to.deep.equal([]);
  });

  it('an expired booking frees its places only once, and leaves the status of its payments unchanged', async () => {
    const { id: tripId } = await aTrip(engine, { seats: 5 });
    const { id: bookingId, total: amount } = await aBooking(engine, { userId: asha, tripId, seatsCount: 3 });
    await aBooking(engine, { userId: asha, tripId, seatsCount: 1, status: 'CONFIRMED' });
    await engine.transact(({ payments }) =>
      payments.add({
        bookingId,
        amount,
        gateway: 'ESEWA',
        transactionUuid: 'one',
        createdAt: START,
        nextEnquiryAt: undefined,
      }),
    );
    clock.set(DEADLINE);
    await Promise.all([expire(), expire()]);
    expect(await placesLeft(tripId)).to.equal(4);
    expect((await engine.bookingViews.find(bookingId, asha))?.paymentStatus).to.equal('INITIATED');
    expect(await recorded(engine)).to.deep.equal([]);
  });

  it('all overdue bookings expire, however many there are', async () => {
    const { id: tripId } = await aTrip(engine, { seats: 300 });
    for (let count = 0; count < 201; count += 1) await aBooking(engine, { userId: asha, tripId });
    clock.set(DEADLINE);
    expect(await expire()).to.equal(201);
    expect(await placesLeft(tripId)).to.equal(300);
  });
});
