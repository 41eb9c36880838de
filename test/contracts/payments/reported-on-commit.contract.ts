import { expect } from 'chai';
import type { BookingId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerId } from '../../support/people.ts';

const event = seatsChanged(7 as TripId, ['A1' as SeatNumber], 'LOCKED');

/** Adds an unpaid booking, and forgets the changes that its commit reported. */
async function bookingOn(engine: Engine): Promise<BookingId> {
  const { id } = await aBooking(engine, { userId: await aPassengerId(engine), tripId: (await aTrip(engine)).id });
  (engine.committed as unknown[]).length = 0;
  return id;
}

const pay = async ({ payments, bookings, events }: Stores, bookingId: BookingId): Promise<void> => {
  const payment = await payments.add({
    bookingId,
    gateway: 'ESEWA',
    transactionUuid: 'a',
    amount: paisa(100),
    createdAt: START,
    nextEnquiryAt: undefined,
  });
  await payments.move(payment, 'complete', START);
  await payments.move(payment, 'abandon', START);
  await bookings.move(bookingId, 'confirm');
  await bookings.move(bookingId, 'expire');
  await events.record(event, START);
};

const PAID = [
  { thing: 'payment', state: 'INITIATED', gateway: 'ESEWA' },
  { thing: 'payment', state: 'COMPLETE', gateway: 'ESEWA' },
  { thing: 'booking', state: 'CONFIRMED' },
  { thing: 'event' },
  // The event for the systems of companies, agents and the platform.
  { thing: 'heard event' },
  // The event about the trip's manifest, which the confirmed booking changes.
  { thing: 'event' },
];

onEveryEngine('changes reported on commit', (engine) => {
  it('a paid payment is reported to listeners in the process only when its transaction commits', async () => {
    const booking = await bookingOn(engine());
    await engine().transact(async (stores) => {
      await pay(stores, booking);
      expect(engine().committed).to.deep.equal([]);
    });
    expect(engine().committed).to.deep.equal(PAID);
  });

  it('a sign-out of all sessions is reported to listeners in the process when its transaction commits', async () => {
    const { id, passwordHash } = await aPassenger(engine());
    await engine().transact(({ users }) => users.raiseTokenVersion(id));
    await engine().transact(({ users }) => users.replacePassword(id, 'another', 'new'));
    await engine().transact(({ users }) => users.replacePassword(id, passwordHash, 'new'));
    expect(engine().committed).to.deep.equal([{ thing: 'sign-out' }, { thing: 'sign-out' }]);
  });

  it('a new booking is reported to listeners in the process when its transaction commits, unless its code was taken', async () => {
    const [userId, trip] = [await aPassengerId(engine()), await aTrip(engine())];
    const { id } = await aBooking(engine(), { userId, tripId: trip.id });
    const { id: _id, status: _status, ...same } = (await engine().transact(({ bookings }) => bookings.find(id)))!;
    expect(await engine().transact(({ bookings }) => bookings.add(same, []))).to.equal(undefined);
    expect(engine().committed.filter(({ thing }) => thing === 'booking')).to.deep.equal([
      { thing: 'booking', state: 'PENDING_PAYMENT' },
    ]);
  });

  it('a change is not reported to listeners in the process when the transaction is rolled back', async () => {
    const booking = await bookingOn(engine());
    await engine()
      .transact(async (stores) => {
        await pay(stores, booking);
        throw new Error('undone');
      })
      .catch(() => undefined);
    await engine().transact(async ({ bookings }) => bookings.find(booking));
    expect(engine().committed).to.deep.equal([]);
  });
});

onEveryEngine('reports of a transaction on commit', (engine) => {
  it('a change is reported to listeners in the process only once if its transaction was repeated', async () => {
    const booking = await bookingOn(engine());
    let attempts = 0;
    await engine().transact(async (stores) => {
      await pay(stores, booking);
      if ((attempts += 1) === 1) throw Object.assign(new Error('serialization failure'), { code: '40001' });
    });
    expect(attempts).to.equal(2);
    expect(engine().committed).to.deep.equal(PAID);
  });
});
