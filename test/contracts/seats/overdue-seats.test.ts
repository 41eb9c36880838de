import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { type Engine, emptyDatabase, engineOn } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { somebodyWaits, waiting } from '../../support/overlap.ts';
import { aPassengerId } from '../../support/people.ts';
import { needs, postgresUrl } from '../../support/servers.ts';

describe('the seats of an overdue booking, on Postgres', () => {
  let engine: Engine;
  /** A second database connection, like that of another process. */
  let elsewhere: Database;
  let clock: HandClock;
  let asha: UserId;
  let bikram: UserId;
  let chandra: UserId;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await postgresUrl();
    needs(this, url);
    await emptyDatabase(url);
    engine = engineOn(connect(url));
    elsewhere = connect(url);
  });

  beforeEach(async () => {
    clock = handClock();
    clock.set(minutesAfter(START, 15));
    [asha, bikram, chandra] = [await aPassengerId(engine), await aPassengerId(engine), await aPassengerId(engine)];
  });

  // Ends the overdue bookings of a test, so that they do not disturb the next test.
  afterEach(() => expireBookings({ ...engine, clock })());

  const ask =
    (passenger: UserId, tripId: TripId, ...seats: readonly string[]) =>
    ({ seatLocks }: Stores) =>
      seatLocks.hold({ tripId, passenger, wanted: seats.map(seat), expiresAt: minutesAfter(clock(), 10) }, clock());

  it('a passenger who asks for an overdue booking’s seat waits behind the job that ends the booking, without a deadlock', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    const booking = await aBooking(engine, { userId: asha, tripId, seats: [seat('A1')] });
    clock.set(minutesAfter(START, 15));
    // Bikram has the seat and is about to commit. The job that ends the overdue booking waits for him, and Chandra
    // waits for the job.
    let ending: Promise<unknown> = Promise.resolve();
    let chandras: Promise<unknown> = Promise.resolve();
    await engineOn(elsewhere).transact(async (stores) => {
      await ask(bikram, tripId, 'A1')(stores);
      ending = expireBookings({ ...engine, clock })(clock(), tripId);
      await eventually(async () => (await waiting(elsewhere)) === 1);
      chandras = engine.transact(async (behind) => {
        await ask(chandra, tripId, 'A1')(behind);
        await ending;
      });
      await eventually(async () => (await waiting(elsewhere)) === 2);
    });
    expect(await ending).to.equal(1);
    await chandras;
    expect(await engine.transact(({ bookings }) => bookings.find(booking.id))).to.include({ status: 'EXPIRED' });
  });

  it('a seat whose booking reaches its payment deadline is paid for or sold to the next passenger, not both', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    const booking = await aBooking(engine, { userId: asha, tripId, seats: [seat('A1')] });
    let asking: Promise<unknown> = Promise.resolve();
    await engineOn(elsewhere).transact(async ({ bookings, seatLocks }) => {
      // Bikram waits while this transaction locks the booking. Afterwards he finds it paid.
      await bookings.lock(booking.id);
      asking = engine.transact(ask(bikram, tripId, 'A1'));
      await eventually(() => somebodyWaits(elsewhere));
      await bookings.move(booking.id, 'confirm');
      await seatLocks.finalize(booking.id);
    });
    expect(await asking).to.deep.equal({ held: [], dropped: [], refused: [{ seat: 'A1', reason: 'booked' }] });
  });

  it('a buyer of overdue seats and the job that expires their bookings lock the seats in the same order', async () => {
    const { id: tripId } = await aTrip(engine, { seats: ['A1', 'A2'] });
    const booking = await aBooking(engine, { userId: asha, tripId, seats: [seat('A1'), seat('A2')] });
    const sale = (number: string) => (sql: Knex | Knex.Transaction) =>
      sql('booking_seats')
        .join('bus_seats', 'bus_seats.id', 'booking_seats.seat_id')
        .where({ booking_id: booking.id, seat_number: number })
        .select('booking_seats.id');
    // The row of A1 is now the last one written, so Postgres finds it last.
    await elsewhere
      .knex('booking_seats')
      .whereIn('id', sale('A1')(elsewhere.knex))
      .update({ boarding_point: 'Kalanki' });

    for (const take of [
      ({ bookings }: Stores) => bookings.lock(booking.id),
      ({ bookings }: Stores) => bookings.lockOwned(booking.id, asha),
      ask(bikram, tripId, 'A2', 'A1'),
    ]) {
      let taking: Promise<unknown> = Promise.resolve();
      await elsewhere.knex.transaction(async (first) => {
        await sale('A1')(first).forNoKeyUpdate('booking_seats');
        taking = engine.transact<unknown>(take);
        await eventually(() => somebodyWaits(elsewhere));
        expect(await sale('A2')(first).forNoKeyUpdate('booking_seats').skipLocked()).to.have.length(1);
      });
      await taking;
    }
  });

  it('a request for many seats of overdue bookings does not delay the expiry of other bookings', async () => {
    const [{ id: busy }, { id: quiet }] = [await aTrip(engine, { seats: ['A1', 'A2', 'B1'] }), await aTrip(engine)];
    for (const number of ['A1', 'A2', 'B1'])
      await aBooking(engine, { userId: asha, tripId: busy, seats: [seat(number)] });
    const other = await aBooking(engine, {
      userId: asha,
      tripId: quiet,
      seats: [seat('A1')],
      bookedAt: minutesAfter(START, 1),
    });
    clock.set(minutesAfter(START, 16));
    const found = await engineOn(elsewhere).transact(async (stores) => {
      await ask(bikram, busy, 'A1', 'A2', 'B1')(stores);
      return engine.transact(({ bookings }) => bookings.overdue(clock(), 2));
    });
    expect(found.map(({ id }) => id)).to.deep.equal([other.id]);
  });
});
