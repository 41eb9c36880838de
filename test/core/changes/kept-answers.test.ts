import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { Idempotency } from '../../../core/platform/idempotency.ts';
import { cancelTrip } from '../../../core/changes/cancel-trip.ts';
import { retimeTrip } from '../../../core/changes/retime-trip.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { type TripForTests, aBus, calendar } from '../../support/catalogue.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';

type Keep = (result: object, stores: { readonly idempotency: Idempotency }) => Promise<void>;

/**
 * A disruption and its answer are stored in one transaction. A request that is repeated after a lost answer gets the
 * stored answer.
 */
describe('stored answers to disruptions', () => {
  let engine: Engine;
  let owner: Member;
  let trip: TripForTests;
  let needs: Engine & Pick<Parameters<typeof swapBus>[0], 'clock' | 'calendar'>;

  beforeEach(async () => {
    const paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ owner, trip } = await aCompanyWithTrip(engine));
    needs = { ...engine, clock: paying.clock, calendar };
  });

  const why = (isDryRun: boolean) => ({ reason: 'BREAKDOWN', note: '', isDryRun }) as const;
  const times = () => ({ departsAt: hoursAfter(trip.departsAt, 1), arrivesAt: hoursAfter(trip.arrivesAt, 1) });
  const disruptions: Readonly<Record<string, (keep: Keep, isDryRun?: boolean) => Promise<object>>> = {
    cancellation: (keep, isDryRun = false) => cancelTrip(needs)(owner, trip.id, why(isDryRun), keep),
    'new time': (keep, isDryRun = false) => retimeTrip(needs)(owner, trip.id, { ...why(isDryRun), ...times() }, keep),
    'bus swap': async (keep, isDryRun = false) => {
      const busId = await aBus(engine, { operatorId: owner.operatorId });
      return swapBus(needs)(owner, trip.id, { ...why(isDryRun), busId, assignments: [] }, keep);
    },
  };
  const planned = () => engine.transact(({ plannedTrips }) => plannedTrips.find(trip.id));

  for (const [name, disrupt] of Object.entries(disruptions)) {
    it(`the answer to a trip’s ${name} is stored in the same transaction as the change`, async () => {
      const kept: object[] = [];
      const answer = await disrupt(async (result) => void kept.push(result));
      expect(kept).to.deep.equal([answer]);
    });

    it(`a trip’s ${name} is undone when its answer cannot be stored`, async () => {
      const before = await planned();
      const lost = new Error('The connection is gone.');
      const ending = await disrupt(async () => {
        throw lost;
      }).catch((error: unknown) => error);
      expect([ending, await planned()]).to.deep.equal([lost, before]);
    });

    it(`a dry run of a trip’s ${name} stores neither answer nor change`, async () => {
      const kept: object[] = [];
      await disrupt(async (result) => void kept.push(result), true);
      expect(kept).to.deep.equal([]);
    });
  }
});
