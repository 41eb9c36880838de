import { expect } from 'chai';
import type { OperatorId, TripId } from '../../core/kernel/ids.ts';
import type { TrackStore } from '../../core/road/track-ports.ts';
import { NO_TAPS, type Taps, tapped, withTap } from '../../core/trips/taps.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';

onEveryEngine('changes of what is known of a bus', (engine) => {
  let trip: TripId;
  beforeEach(async () => {
    trip = (await aTrip(engine())).id;
  });

  const left = withTap(NO_TAPS, { stop: 0, at: START });
  const saveTaps = (taps: Taps): Promise<void> =>
    engine().transact(async ({ plannedTrips }) => {
      const before = await plannedTrips.lock(trip);
      await plannedTrips.save([tapped(before!, taps)]);
    });
  const keep = (change: (tracks: TrackStore) => Promise<void>): Promise<void> =>
    engine().transact(({ tracks }) => change(tracks));
  const aPoint = { at: START, lat: 27.71, lon: 85.32, accuracy: null, speed: null };

  /** How often a change was reported of the trip's position while something was done. */
  async function reportedBy(work: () => Promise<void>): Promise<number> {
    const before = engine().committed.length;
    await work();
    const since = engine().committed.slice(before);
    return since.filter((change) => change.thing === 'position' && change.tripId === trip).length;
  }

  it('a tap of a trip with points is reported, and so is one that is taken back, but not the same again', async () => {
    await keep((tracks) => tracks.add(trip, [aPoint]));
    expect(await reportedBy(() => saveTaps(left)), 'a tap').to.equal(1);
    expect(await reportedBy(() => saveTaps(left)), 'the same').to.equal(0);
    expect(await reportedBy(() => saveTaps(NO_TAPS)), 'taken back').to.equal(1);
  });

  it('a tap of a trip with a said delay is reported', async () => {
    await keep((tracks) => tracks.say(trip, { at: START, minutes: 40, reason: 'WEATHER', stop: 0 }));
    expect(await reportedBy(() => saveTaps(left))).to.equal(1);
  });

  it('a tap of a trip that tells no position is not reported', async () => {
    expect(await reportedBy(() => saveTaps(left))).to.equal(0);
  });

  it('points that are deleted, because their company shows no positions any more, are reported', async () => {
    await keep((tracks) => tracks.add(trip, [aPoint]));
    const operatorId = (await engine().trackViews.find(trip))?.trip.operatorId as OperatorId;
    expect(await reportedBy(() => keep((tracks) => tracks.forget(operatorId)))).to.equal(1);
  });
});
