import { expect } from 'chai';
import { departTrip } from '../../../core/boarding/depart-trip.ts';
import { undepartOwnTrip } from '../../../core/boarding/undepart-trip.ts';
import type { Member } from '../../../core/companies/member.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { type TripForTests, calendar } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';

/**
 * Tests of a departure that is reported or undone at the moment of a counter sale. They run on parallel connections of
 * Postgres, and in sequence on SQLite. The second transaction sees the changes of the first.
 */
onEveryEngine('a departure and a sale at once', (engine, database) => {
  let clock: HandClock;
  let owner: Member;
  let trip: TripForTests;

  beforeEach(async () => {
    clock = handClock();
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2'], departsAt: hoursAfter(START, 1) }));
  });

  const needs = (transact: Transact<Stores>) => ({ ...engine(), transact, clock, calendar });
  const departing = (transact = engine().transact) =>
    departTrip(needs(transact))({ operatorId: owner.operatorId, sender: { userId: owner.userId } }, trip.id, {
      early: true,
    }).then(() => 'done');
  const undeparting = (transact = engine().transact) =>
    undepartOwnTrip(needs(transact))(owner, trip.id).then(() => 'done');
  const selling = (transact = engine().transact) =>
    counterOn({ ...engine(), transact }, clock)
      .sell(owner, trip.id, { numbers: ['A1'] })
      .then(
        () => 'done',
        (error: unknown) => (error as { readonly code: string }).code,
      );
  const sold = async () => (await engine().officeTrips.find(trip.id, clock()))?.seats.sold;

  it('a counter sale that waits while the bus’s departure is being reported is refused', async () => {
    const both = await beforeCommit(database(), engine().transact, departing, () => selling());
    expect([...both, await sold()]).to.deep.equal(['done', 'TRIP_DEPARTED', 0]);
  });

  it('a counter sale that waits while the bus’s departure is being undone succeeds', async () => {
    await departing();
    const both = await beforeCommit(database(), engine().transact, undeparting, () => selling());
    expect([...both, await sold()]).to.deep.equal(['done', 'done', 1]);
  });

  it('reporting a bus’s departure waits for a running counter sale, which succeeds', async () => {
    const both = await beforeCommit(database(), engine().transact, selling, () => departing());
    expect([...both, await sold()]).to.deep.equal(['done', 'done', 1]);
    expect((await engine().officeTrips.find(trip.id, clock()))?.departedAt).to.equal(clock());
  });
});
