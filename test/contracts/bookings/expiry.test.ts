import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { listBookings } from '../../../core/bookings/view-bookings.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Stores } from '../../../core/stores.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { type Engine, emptyDatabase, engineOn } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { needs, postgresUrl } from '../../support/servers.ts';

/**
 * Postgres cancels a transaction that waits three seconds for a locked row. So a test fails if its work waits for a
 * lock.
 */

describe('an overdue booking locked by another transaction (Postgres)', () => {
  let engine: Engine;
  let elsewhere: Database;
  let paying: Paying;
  let asha: UserId;
  let bikram: UserId;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await postgresUrl();
    needs(this, url);
    await emptyDatabase(url);
    engine = engineOn(connect(url));
    elsewhere = connect(url);
  });

  beforeEach(async () => {
    paying = payingOn(engine);
    [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];
  });

  const book = (tripId: TripId, seatNumbers: readonly string[], seats = 1): Promise<Booking> =>
    createBooking({
      ...engine,
      ...BOOKING_TERMS,
      clock: paying.clock,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: paying.expire,
      rateLimit: false,
    })(bikram, { tripId, seatNumbers: seatNumbers.map(seat), passengers: [], seats });
  const hold = (tripId: TripId, number: string) =>
    engine.transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId, passenger: bikram, wanted: [seat(number)], expiresAt: minutesAfter(paying.clock(), 10) },
        paying.clock(),
      ),
    );
  const statusOf = async ({ id }: Booking) => (await engine.transact(({ bookings }) => bookings.find(id)))?.status;

  /** Adds a booking of Bikram that is not overdue. */
  const inTime = async (): Promise<Booking> => {
    const { id: tripId } = await aTrip(engine);
    return aBooking(engine, { userId: bikram, tripId, seats: [seat('A1')], paymentDeadline: minutesAfter(START, 60) });
  };

  /** Runs `work` while another session locks a row. */
  async function whileTaken<Result>(
    take: (stores: Stores) => Promise<unknown>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    let letGo = (): void => undefined;
    let session: Promise<unknown> = Promise.resolve();
    await new Promise<void>((taken, failed) => {
      session = engineOn(elsewhere).transact(async (stores) => {
        await take(stores);
        taken();
        await new Promise<void>((done) => {
          letGo = done;
        });
      });
      session.catch(failed);
    });
    try {
      return await work();
    } finally {
      letGo();
      await session;
    }
  }

  const everybodyElse = async (mine: Booking): Promise<void> => {
    const payment = await paying.checkout(mine);
    const listed = await listBookings({ ...engine, clock: paying.clock, expireBookings: paying.expire })(bikram);
    expect(listed.map(({ id }) => id)).to.deep.equal([mine.id]);
    expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.include({ outcome: 'paid' });
    expect(await paying.reconcile()).to.equal(0);
    const other = (await aTrip(engine, { seats: ['A1'] })).id;
    await hold(other, 'A1');
    expect((await book(other, ['A1'])).tripId).to.equal(other);
  };

  it('a locked overdue booking does not delay bookings, payments or expiry on other trips', async () => {
    const stuck = await aBooking(engine, { userId: asha, tripId: (await aTrip(engine)).id, seats: [seat('A1')] });
    const stale = await aBooking(engine, { userId: asha, tripId: (await aTrip(engine)).id, seats: [seat('A1')] });
    const mine = await inTime();
    paying.clock.set(minutesAfter(START, 16));
    await whileTaken(
      ({ bookings }) => bookings.lock(stuck.id),
      () => everybodyElse(mine),
    );
    expect([await statusOf(stuck), await statusOf(stale)]).to.deep.equal(['PENDING_PAYMENT', 'EXPIRED']);
    expect([await paying.expire(), await statusOf(stuck)]).to.deep.equal([1, 'EXPIRED']);
  });

  it('an overdue booking that waits for its trip’s database lock does not delay other trips', async () => {
    const counted = (await aTrip(engine, { seats: 5 })).id;
    const stuck = await aBooking(engine, { userId: asha, tripId: counted, seatsCount: 2 });
    const stale = await aBooking(engine, {
      userId: asha,
      tripId: (await aTrip(engine, { seats: 5 })).id,
      seatsCount: 2,
    });
    const mine = await inTime();
    paying.clock.set(minutesAfter(START, 16));
    await whileTaken(
      ({ trips }) => trips.takePlaces(counted, 1, paying.clock()),
      () => everybodyElse(mine),
    );
    expect([await statusOf(stuck), await statusOf(stale)]).to.deep.equal(['PENDING_PAYMENT', 'EXPIRED']);
    expect(await paying.expire()).to.equal(1);
    expect(await engine.transact(({ trips }) => trips.placesLeft(counted, paying.clock()))).to.equal(4);
  });

  it('an overdue booking whose seat another passenger is taking at that moment does not delay other trips', async () => {
    const stuck = await aBooking(engine, {
      userId: asha,
      tripId: (await aTrip(engine)).id,
      seats: [seat('A1'), seat('A2')],
    });
    const mine = await aBooking(engine, {
      userId: bikram,
      tripId: (await aTrip(engine)).id,
      seats: [seat('A1')],
      paymentDeadline: minutesAfter(START, 60),
    });
    paying.clock.set(minutesAfter(START, 16));
    const selection = {
      tripId: stuck.tripId,
      passenger: bikram,
      wanted: [seat('A2')],
      expiresAt: minutesAfter(START, 26),
    };
    await whileTaken(
      ({ seatLocks }) => seatLocks.hold(selection, paying.clock()),
      () => everybodyElse(mine),
    );
    expect(await statusOf(stuck)).to.equal('PENDING_PAYMENT');
    expect([await paying.expire(), await statusOf(stuck)]).to.deep.equal([1, 'EXPIRED']);
  });

  it('a passenger who books the seat of a locked overdue booking waits for the lock, and then gets the seat', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    const stuck = await aBooking(engine, { userId: asha, tripId, seats: [seat('A1')] });
    paying.clock.set(minutesAfter(START, 16));
    await hold(tripId, 'A1');
    const booking = await whileTaken(
      ({ bookings }) => bookings.lock(stuck.id),
      async () => {
        const coming = book(tripId, ['A1']);
        await eventually(async () => {
          const { rows } = await elsewhere.knex.raw<{ rows: readonly unknown[] }>(
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length > 0;
        });
        return { coming };
      },
    );
    expect((await booking.coming).status).to.equal('PENDING_PAYMENT');
    expect(await statusOf(stuck)).to.equal('EXPIRED');
  });
});
