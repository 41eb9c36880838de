import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { HoldRun, Holdings } from '../../../core/seats/ports.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const NOW = START;
const LATER = minutesAfter(NOW, 10);
const before = (at: Instant): Instant => (at - 1) as Instant;
const [A1, A2] = [seat('A1'), seat('A2')];

onEveryEngine('seats that passengers hold', (engine) => {
  let trip: TripId;
  let other: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    const first = await aTrip(engine(), { seats: ['A1', 'A2'] });
    [trip, other] = [first.id, (await aTrip(engine(), { busId: first.busId })).id];
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const on = <Result>(work: (holdings: Holdings) => Promise<Result>): Promise<Result> =>
    engine().transact(({ holdings }) => work(holdings));
  const extend = (passenger: UserId, tripId: TripId, runs: readonly HoldRun[], until: Instant): Promise<void> =>
    on((holdings) =>
      holdings.extend(
        passenger,
        tripId,
        runs.map((run) => ({ ...run, until })),
      ),
    );
  const hold = (passenger: UserId, tripId: TripId, number: string, expiresAt: Instant) =>
    engine().transact(({ seatLocks }) => seatLocks.hold({ tripId, passenger, wanted: [seat(number)], expiresAt }, NOW));

  it('a passenger’s trips with held seats are listed, each with the time when its last hold ends', async () => {
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip, passenger: asha, wanted: [A1, A2], expiresAt: LATER }, NOW),
    );
    await hold(asha, other, 'A1', minutesAfter(NOW, 5));
    await hold(bikram, other, 'A2', LATER);
    expect(await on((holdings) => holdings.trips(asha, NOW))).to.have.deep.members([
      { tripId: trip, until: LATER },
      { tripId: other, until: minutesAfter(NOW, 5) },
    ]);
    expect(await on((holdings) => holdings.trips(asha, minutesAfter(NOW, 5)))).to.deep.equal([
      { tripId: trip, until: LATER },
    ]);
    expect(await on((holdings) => holdings.trips(asha, LATER))).to.deep.equal([]);
  });

  it('the moment since which a passenger holds a seat of a trip is stored until the hold ends', async () => {
    await extend(
      asha,
      trip,
      [
        { seat: A1, since: NOW },
        { seat: A2, since: before(NOW) },
      ],
      LATER,
    );
    await extend(asha, other, [{ seat: A1, since: LATER }], LATER);
    await extend(bikram, trip, [{ seat: A1, since: LATER }], LATER);
    expect(await on((holdings) => holdings.runs(asha, trip, before(LATER)))).to.have.deep.members([
      { seat: A1, since: NOW },
      { seat: A2, since: before(NOW) },
    ]);
    expect(await on((holdings) => holdings.runs(asha, trip, LATER))).to.deep.equal([]);
  });

  it('the record of how long a seat is held keeps the latest start, and its end cannot be moved later', async () => {
    await extend(
      asha,
      trip,
      [
        { seat: A1, since: NOW },
        { seat: A2, since: NOW },
      ],
      LATER,
    );
    await extend(asha, trip, [{ seat: A1, since: minutesAfter(NOW, 1) }], minutesAfter(NOW, 20));
    expect(await on((holdings) => holdings.runs(asha, trip, LATER))).to.deep.equal([
      { seat: A1, since: minutesAfter(NOW, 1) },
    ]);
    await on((holdings) => holdings.end(asha, trip, [A1], minutesAfter(NOW, 5)));
    await on((holdings) => holdings.end(asha, trip, [A1], minutesAfter(NOW, 7)));
    await on((holdings) => holdings.end(bikram, trip, [A2], NOW));
    await on((holdings) => holdings.end(asha, other, [A2], NOW));
    expect(await on((holdings) => holdings.runs(asha, trip, minutesAfter(NOW, 5)))).to.deep.equal([
      { seat: A2, since: NOW },
    ]);
    expect(await on((holdings) => holdings.runs(asha, trip, before(minutesAfter(NOW, 5))))).to.have.length(2);
  });

  it('old records of how long seats were held are deleted a few at a time', async () => {
    await extend(
      asha,
      trip,
      [
        { seat: A1, since: NOW },
        { seat: A2, since: NOW },
      ],
      LATER,
    );
    await extend(asha, other, [{ seat: A1, since: NOW }], LATER);
    const prune = (at: Instant) => on((holdings) => holdings.prune(at, 2));
    expect([await prune(before(LATER)), await prune(LATER), await prune(LATER), await prune(LATER)]).to.deep.equal([
      0, 2, 1, 0,
    ]);
  });
});
