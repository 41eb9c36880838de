import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking, aPayment, sitting } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { aPassengerId } from '../../support/people.ts';

/**
 * Some use cases send two calls together and rely on their order. So each call must send its first statement before it
 * waits.
 */

const A1 = seat('A1');
const LATER = minutesAfter(START, 10);

onEveryEngine('calls sent together in one transaction', (engine) => {
  let trip: TripForTests;
  let asha: UserId;
  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: ['A1'] });
    asha = await aPassengerId(engine());
  });

  it('a booking that is read in the same database round trip as the sale of its seats shows these seats', async () => {
    const { id: booking, paymentDeadline } = await aBooking(engine(), { userId: asha, tripId: trip.id });
    const seen = await engine().transact(async ({ seatLocks, bookingViews }) => {
      await seatLocks.hold({ tripId: trip.id, passenger: asha, wanted: [A1], expiresAt: LATER }, START);
      const redeemed = await seatLocks.redeem({ tripId: trip.id, passenger: asha, seats: [A1] }, START);
      const sale = { tripId: trip.id, booking, redeemed, seats: [sitting(A1)], paymentDeadline };
      const [, view] = await Promise.all([seatLocks.sell(sale), bookingViews.find(booking, asha)]);
      return view;
    });
    expect(seen?.seats.map(({ seat: number }) => number)).to.deep.equal([A1]);
  });

  it('a booking that is read in the same database round trip as the start of a payment shows the payment', async () => {
    const { id: bookingId, total: amount } = await aBooking(engine(), { userId: asha, tripId: trip.id });
    const payment = {
      bookingId,
      gateway: 'ESEWA',
      transactionUuid: 'one',
      amount,
      createdAt: START,
      nextEnquiryAt: undefined,
    } as const;
    const [, seen] = await engine().transact(({ payments, bookingViews }) =>
      Promise.all([payments.add(payment), bookingViews.find(bookingId, asha)]),
    );
    expect(seen?.paymentStatus).to.equal('INITIATED');
  });

  it('events that are marked as sent in the same database round trip are not read as pending', async () => {
    const pending = await engine().transact(async ({ events, outbox }) => {
      const change = { type: 'seats changed', tripId: trip.id, seats: [A1], status: 'LOCKED' } as const;
      await events.record(change, START);
      await events.record(change, START);
      const [first, second] = await outbox.pending(10);
      const [, left] = await Promise.all([outbox.markSent([first!.id], START), outbox.pending(10)]);
      return left.map(({ id }) => id === second?.id);
    });
    expect(pending).to.deep.equal([true]);
  });
});

onEveryEngine('a read sent together with a lock', (engine, database) => {
  let trip: TripForTests;
  let booking: Booking;
  let asha: UserId;
  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: ['A1'] });
    asha = await aPassengerId(engine());
    booking = await aBooking(engine(), { userId: asha, tripId: trip.id, seats: [A1] });
  });

  /** Starts `second` just before `first` commits. Returns the result of `second`. */
  const behind = async <Found>(
    first: (stores: Stores) => Promise<unknown>,
    second: (stores: Stores) => Promise<Found>,
  ): Promise<Found> => {
    const { transact } = engine();
    const [, found] = await beforeCommit(
      database(),
      transact,
      (stopping) => stopping(first),
      () => transact(second),
    );
    return found;
  };

  it('a payment that is read together with the lock of its booking shows changes by the lock’s previous holder', async () => {
    const id = await aPayment(engine(), booking);
    const { transactionUuid } = (await engine().transact(({ payments }) => payments.get(id)))!;
    const payment = await behind(
      async ({ bookings, payments }) => {
        await bookings.lockPaidBy(transactionUuid);
        await payments.move(id, 'complete', START);
      },
      async ({ bookings, payments }) =>
        (await Promise.all([bookings.lockPaidBy(transactionUuid), payments.find(transactionUuid)]))[1],
    );
    expect(payment?.status).to.equal('COMPLETE');
  });

  it('a trip that is read together with the lock of a booking shows changes by the lock’s previous holder', async () => {
    const found = await behind(
      async ({ bookings, plannedTrips }) => {
        const planned = await plannedTrips.lock(trip.id);
        await bookings.lock(booking.id);
        await plannedTrips.save([{ ...planned!, status: 'CANCELLED' }]);
      },
      async ({ bookings, trips }) =>
        (await Promise.all([bookings.lockOwned(booking.id, asha), trips.ofBooking(booking.id)]))[1],
    );
    expect(found?.status).to.equal('CANCELLED');
  });

  const holding = async ({ holdings }: Stores): Promise<void> => {
    await holdings.trips(asha, START);
    await holdings.extend(asha, trip.id, [{ seat: A1, since: START, until: LATER }]);
  };

  it('the times since which a passenger holds seats are right if read in one round trip with the list of trips with held seats', async () => {
    const runs = await behind(
      holding,
      async ({ holdings }) =>
        (await Promise.all([holdings.trips(asha, START), holdings.runs(asha, trip.id, START)]))[1],
    );
    expect(runs).to.deep.equal([{ seat: A1, since: START }]);
  });

  it('the times since which a passenger holds seats are right if read in one round trip with the passenger’s unpaid bookings', async () => {
    const runs = await behind(
      holding,
      async ({ bookings, holdings }) =>
        (await Promise.all([bookings.unpaid(asha, START), holdings.runs(asha, trip.id, START)]))[1],
    );
    expect(runs).to.deep.equal([{ seat: A1, since: START }]);
  });
});
