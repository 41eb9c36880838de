import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../../core/seats/release-seats.ts';
import { sweepLocks } from '../../../core/seats/sweep-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';

const TOO_LONG = 'Held too long. Try again in a minute.';

onEveryEngine('limits of held seats', (engine) => {
  let clock: HandClock;
  let trips: readonly TripId[];
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    clock = handClock();
    const first = await aTrip(engine(), { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'] });
    trips = [first.id];
    for (let made = 1; made < 7; made += 1) trips = [...trips, (await aTrip(engine(), { busId: first.busId })).id];
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const lock = (
    passenger: UserId,
    seats: readonly string[],
    trip = 0,
    { rateLimit = true, seatLockMinutes = 10 } = {},
  ) => lockSeats({ ...engine(), clock, seatLockMinutes, rateLimit })(passenger, trips[trip]!, seats.map(seat));
  const release = (passenger: UserId, trip = 0) =>
    releaseSeats({ ...engine(), clock, rateLimit: true })(passenger, trips[trip]!);
  const sweep = () => sweepLocks({ ...engine(), clock })();
  const refusal = (ending: Promise<unknown>): Promise<Refusal> =>
    ending.then(
      () => {
        throw new Error('It was not refused.');
      },
      (error: unknown) => error as Refusal,
    );
  /** Holds seats for this number of minutes, and renews the hold every five minutes. */
  const keepHolding = async (minutes: number, ...seats: readonly string[]): Promise<void> => {
    for (let held = 0; held < minutes; held += 5) {
      expect((await lock(asha, seats)).granted).to.deep.equal(seats);
      clock.advance(5);
    }
  };

  describe('held seats on many trips', () => {
    beforeEach(async () => {
      for (let trip = 0; trip < 5; trip += 1) {
        await lock(asha, ['A1', 'A2'], trip);
        clock.advance(1);
      }
    });

    it('a passenger may hold seats on five trips at a time, and a refusal says when the first hold ends', async () => {
      const refused = await refusal(lock(asha, ['A1'], 5));
      expect(refused).to.include({ kind: 'throttled', code: 'TOO_MANY_HOLDS', retryAfterSeconds: 5 * 60 });
      expect((await lock(bikram, ['A1'], 5)).granted).to.deep.equal(['A1']);
    });

    it('a passenger with held seats on five trips may hold more seats on those trips', async () => {
      expect((await lock(asha, ['A2', 'A3'], 0)).granted).to.deep.equal(['A2', 'A3']);
      expect((await refusal(lock(asha, ['A1'], 5))).retryAfterSeconds).to.equal(6 * 60);
    });

    it('a passenger with held seats on five trips may hold seats on a sixth once those of one trip are released or booked', async () => {
      await release(asha, 4);
      expect((await lock(asha, ['A1'], 5)).granted).to.deep.equal(['A1']);
      expect((await refusal(lock(asha, ['A1'], 6))).code).to.equal('TOO_MANY_HOLDS');
      await lock(asha, [], 5);
      expect((await lock(asha, ['A1'], 6)).granted).to.deep.equal(['A1']);
      clock.advance(5);
      expect((await lock(asha, ['A3'], 5)).granted).to.deep.equal(['A3']);
      await aBooking(engine(), { userId: asha, tripId: trips[2]!, seats: [seat('A1'), seat('A2')], bookedAt: clock() });
      expect((await lock(asha, ['A3'], 0)).granted).to.deep.equal(['A3']);
    });

    it('a passenger who holds seats on five trips can still release seats, and an unknown trip is still refused as unknown', async () => {
      expect(await lock(asha, [], 5)).to.deep.include({ granted: [], rejected: [] });
      expect(
        (
          await refusal(
            lockSeats({ ...engine(), clock, seatLockMinutes: 10, rateLimit: true })(asha, 2_000_000_000 as TripId, [
              seat('A1'),
            ]),
          )
        ).code,
      ).to.equal('TRIP_UNKNOWN');
    });

    it('a hold on a sixth trip is refused for unavailable seats first, then for the limit of five trips, and changes nothing', async () => {
      await lock(bikram, ['A1'], 5);
      const already = (await recorded(engine())).length;
      expect((await lock(asha, ['A1', 'ZZ'], 5)).rejected).to.deep.equal([
        { seat: 'A1', reason: 'Currently held by another passenger.' },
        { seat: 'ZZ', reason: 'Not a valid seat.' },
      ]);
      expect((await refusal(lock(asha, ['A1', 'A2'], 5))).code).to.equal('TOO_MANY_HOLDS');
      expect(await recorded(engine())).to.have.length(already);
      expect((await lock(bikram, ['A1', 'A2'], 5)).granted).to.deep.equal(['A1', 'A2']);
    });

    it('a passenger may hold seats of any number of trips when rate limits are turned off', async () => {
      expect((await lock(asha, ['A1'], 5, { rateLimit: false })).granted).to.deep.equal(['A1']);
    });

    it('the limit of five trips with held seats also applies to requests at the same time', async () => {
      await Promise.all([0, 1, 2, 3].map((trip) => release(asha, trip)));
      const endings = await Promise.allSettled([0, 1, 2, 3, 5, 6].map((trip) => lock(asha, ['B1'], trip)));
      expect(endings.filter(({ status }) => status === 'fulfilled')).to.have.length(4);
      for (const ending of endings)
        if (ending.status === 'rejected') expect(ending.reason).to.include({ code: 'TOO_MANY_HOLDS' });
    });
  });

  describe('the longest hold of a seat', () => {
    it('a passenger’s seat is released after one hour of holding, and the passenger’s other seats stay held', async () => {
      await keepHolding(30, 'A1');
      await keepHolding(30, 'A1', 'A2');
      const already = (await recorded(engine())).length;
      expect(await lock(asha, ['A3', 'A1', 'A2', 'Z9'])).to.deep.equal({
        granted: ['A3', 'A2'],
        rejected: [
          { seat: 'A1', reason: TOO_LONG },
          { seat: 'Z9', reason: 'Not a valid seat.' },
        ],
        expiresAt: minutesAfter(clock(), 10),
      });
      expect((await recorded(engine())).slice(already)).to.deep.equal([
        seatMessage(trips[0]!, 'AVAILABLE', 'A1'),
        seatMessage(trips[0]!, 'LOCKED', 'A3', 'A2'),
      ]);
      expect((await lock(bikram, ['A1', 'A2'])).granted).to.deep.equal(['A1']);
    });

    it('a passenger can hold a seat for one hour to the millisecond', async () => {
      await keepHolding(55, 'A1');
      await lock(asha, ['A1']);
      clock.set(minutesAfter(clock(), 5 - 0.00002));
      expect((await lock(asha, ['A1'])).granted).to.deep.equal(['A1']);
      clock.set(minutesAfter(clock(), 0.00002));
      expect((await lock(asha, ['A1'])).granted).to.deep.equal([]);
    });

    it('a passenger may hold a seat again one minute after the hour is over, however often they tried meanwhile', async () => {
      await keepHolding(60, 'A1');
      for (const [wait, granted] of [
        [0, 0],
        [0.5, 0],
        [0.49, 0],
        [0.02, 1],
      ] as const) {
        clock.advance(wait);
        expect((await lock(asha, ['A1'])).granted, String(wait)).to.have.length(granted);
      }
      await keepHolding(60, 'A1');
      expect((await lock(asha, ['A1'])).rejected).to.deep.equal([{ seat: 'A1', reason: TOO_LONG }]);
    });

    it('the one-hour limit on holding a seat does not restart after a short release or an expired hold', async () => {
      await keepHolding(20, 'A1');
      await release(asha);
      await keepHolding(20, 'A1');
      await lock(asha, ['A2']);
      clock.advance(0.5);
      await lock(asha, ['A1']);
      clock.advance(10);
      await sweep();
      clock.advance(0.5);
      await keepHolding(5, 'A1');
      clock.advance(4);
      expect((await lock(asha, ['A1'])).rejected).to.deep.equal([{ seat: 'A1', reason: TOO_LONG }]);
    });

    it('the one-hour limit on holding a seat restarts when the passenger has not held it for a minute', async () => {
      for (const letGo of [
        () => release(asha),
        () => lock(asha, ['A2']),
        async () => {
          clock.advance(10);
        },
      ]) {
        await keepHolding(55, 'A1');
        await lock(asha, ['A1']);
        await letGo();
        clock.advance(1);
        await sweep();
        await keepHolding(55, 'A1');
        clock.advance(60);
      }
    });

    it('the one-hour limit on holding a seat is counted for each passenger and each trip separately', async () => {
      await keepHolding(60, 'A1');
      await lock(asha, ['A1']);
      expect((await lock(bikram, ['A1'])).granted).to.deep.equal(['A1']);
      expect((await lock(asha, ['A1'], 1)).granted).to.deep.equal(['A1']);
      await release(bikram);
      expect((await lock(asha, ['A1'])).rejected).to.deep.equal([{ seat: 'A1', reason: TOO_LONG }]);
    });

    it('the one-hour limit on holding a seat does not apply when rate limits are turned off', async () => {
      await keepHolding(60, 'A1');
      expect((await lock(asha, ['A1'], 0, { rateLimit: false })).granted).to.deep.equal(['A1']);
    });

    it('the records of the one-hour limit on holding a seat are deleted a minute after the holding ended', async () => {
      const kept = async () =>
        (await engine().transact(({ holdings }) => holdings.runs(asha, trips[0]!, minutesAfter(clock(), -1_000))))
          .length;
      await lock(asha, ['A1', 'A2']);
      await lock(asha, ['A1']);
      clock.advance(0.99);
      await sweep();
      expect(await kept()).to.equal(2);
      clock.advance(0.01);
      await sweep();
      expect(await kept()).to.equal(1);
    });
  });
});
