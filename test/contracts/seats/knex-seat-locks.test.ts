import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking, sellHeld, sitting } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { emptyDatabase, engineOn } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { somebodyWaits as anybodyWaits } from '../../support/overlap.ts';
import { aPassengerId } from '../../support/people.ts';
import { needs, postgresUrl } from '../../support/servers.ts';

describe('seat locks on Postgres', () => {
  let database: Database;
  /** A second database connection, like that of another process. */
  let elsewhere: Database;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await postgresUrl();
    needs(this, url);
    await emptyDatabase(url);
    [database, elsewhere] = [connect(url), connect(url)];
  });

  const somebodyWaits = () => anybodyWaits(elsewhere);

  /**
   * Bikram takes over Asha's expired hold, and has not committed yet. Meanwhile Asha acts by a slower clock, by which
   * her hold is still valid.
   */
  async function takenOver<Result>(
    late: (stores: Stores, trip: TripId, asha: UserId, now: Instant) => Promise<Result>,
  ) {
    const engine = engineOn(elsewhere);
    const [{ id: tripId }, asha, bikram] = [
      await aTrip(engine, { seats: ['A1'] }),
      await aPassengerId(engine),
      await aPassengerId(engine),
    ];
    const select =
      (passenger: UserId, now: Instant) =>
      ({ seatLocks }: Pick<Stores, 'seatLocks'>) =>
        seatLocks.hold({ tripId, passenger, wanted: [seat('A1')], expiresAt: minutesAfter(now, 10) }, now);
    await engine.transact(select(asha, START));
    const lapse = minutesAfter(START, 10);
    let takeOver: Promise<unknown> = Promise.resolve();
    await new Promise<void>((taken) => {
      takeOver = engine.transact(async (stores) => {
        await select(bikram, lapse)(stores);
        taken();
        await eventually(somebodyWaits);
      });
    });
    const result = await engineOn(database).transact((stores) => late(stores, tripId, asha, (lapse - 1) as Instant));
    await takeOver;
    const held = await engine.transact(({ seatLocks }) => seatLocks.release(tripId, bikram, lapse));
    return { result, held: held.map(({ seat: number }) => number) };
  }

  it('a seat that another passenger holds since the first hold expired is not sold to the first passenger', async () => {
    const engine = engineOn(database);
    const { id: booking } = await aBooking(engine, {
      userId: await aPassengerId(engine),
      tripId: (await aTrip(engine)).id,
    });
    expect(
      await takenOver(({ seatLocks }, tripId, passenger, now) =>
        sellHeld(
          seatLocks,
          { tripId, passenger, booking, seats: [sitting(seat('A1'))], paymentDeadline: minutesAfter(now, 15) },
          now,
        ),
      ),
    ).to.deep.equal({ result: [], held: ['A1'] });
  });

  it('a seat that another passenger holds since the first hold expired is not released by the first passenger', async () => {
    expect(
      await takenOver(({ seatLocks }, tripId, passenger, now) => seatLocks.release(tripId, passenger, now)),
    ).to.deep.equal({ result: [], held: ['A1'] });
  });

  it('a hold that waited for a database lock is refused if the seat was sold in the meantime', async () => {
    const engine = engineOn(elsewhere);
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    const [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];
    const { id: booking } = await aBooking(engine, { userId: asha, tripId });
    const selection = { tripId, wanted: [seat('A1')], expiresAt: minutesAfter(START, 10) };
    await engine.transact(({ seatLocks }) => seatLocks.hold({ ...selection, passenger: asha }, START));
    let sale: Promise<unknown> = Promise.resolve();
    await new Promise<void>((sold) => {
      sale = engine.transact(async ({ seatLocks }) => {
        await sellHeld(
          seatLocks,
          { tripId, passenger: asha, booking, seats: [sitting(seat('A1'))], paymentDeadline: minutesAfter(START, 15) },
          START,
        );
        sold();
        await eventually(somebodyWaits);
      });
    });

    // Asha's sale is not committed yet, so Bikram does not see it. He waits for the row of her hold.
    const outcome = await engineOn(database).transact(({ seatLocks }) =>
      seatLocks.hold({ ...selection, passenger: bikram }, START),
    );
    await sale;

    expect(outcome).to.deep.equal({ held: [], dropped: [], refused: [{ seat: 'A1', reason: 'booked' }] });
    expect(await engine.transact(({ seatLocks }) => seatLocks.release(tripId, bikram, START))).to.deep.equal([]);
  });
});
