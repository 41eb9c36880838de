import { expect } from 'chai';
import { completeBookings } from '../../../core/bookings/complete-bookings.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { listBookings, viewBooking } from '../../../core/bookings/view-bookings.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

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

const statusOf = async (id: BookingId) => (await engine.transact(({ bookings }) => bookings.find(id)))?.status;

describe('a passenger’s bookings', () => {
  beforeEach(begin);

  it('a passenger’s list of bookings is newest first, has at most a hundred, and leaves out overdue unpaid ones', async () => {
    const { id: tripId } = await aTrip(engine, { seats: 200 });
    for (let count = 0; count < 101; count += 1)
      await aBooking(engine, { userId: asha, tripId, bookedAt: minutesAfter(START, count) });
    clock.set(DEADLINE);
    const list = await listBookings({ ...engine, clock, expireBookings: expireBookings({ ...engine, clock }) })(asha);
    expect(list.map(({ bookedAt }) => bookedAt)).to.deep.equal(
      Array.from({ length: 100 }, (_, index) => minutesAfter(START, 100 - index)),
    );
    expect(list.filter(({ status }) => status === 'EXPIRED')).to.have.length(0);
    expect((await ownBookings(engine, asha, { limit: 101 })).at(-1)?.status).to.equal('EXPIRED');
  });

  it('a passenger’s booking cannot be read by anybody else', async () => {
    const { id } = await aBooking(engine, { userId: asha, tripId: (await aTrip(engine)).id });
    const view = viewBooking(engine);
    expect((await view(asha, id)).id).to.equal(id);
    const [others, nobodys] = [
      await refusalOf(view(bikram, id)),
      await refusalOf(view(asha, 2_000_000_000 as BookingId)),
    ];
    expect([others, nobodys]).to.deep.equal([
      ['absent', 'BOOKING_UNKNOWN'],
      ['absent', 'BOOKING_UNKNOWN'],
    ]);
  });

  it('a paid booking is completed when its bus has arrived', async () => {
    const arriving = await aTrip(engine, { departsAt: hoursAfter(START, 1), arrivesAt: hoursAfter(START, 8) });
    const on = (status: 'CONFIRMED' | 'CHECKED_IN' | 'CANCELLED', tripId = arriving.id) =>
      aBooking(engine, { userId: asha, tripId, status });
    const bookings = [
      await on('CONFIRMED'),
      await on('CHECKED_IN'),
      await on('CANCELLED'),
      await on('CONFIRMED', (await aTrip(engine)).id),
    ];
    const complete = completeBookings({ ...engine, clock });
    clock.set((hoursAfter(START, 8) - 1) as Instant);
    expect(await complete()).to.equal(0);
    clock.set(hoursAfter(START, 8));
    expect([await complete(), await complete()]).to.deep.equal([2, 0]);
    expect(await Promise.all(bookings.map(({ id }) => statusOf(id)))).to.deep.equal([
      'COMPLETED',
      'COMPLETED',
      'CANCELLED',
      'CONFIRMED',
    ]);
  });
});
