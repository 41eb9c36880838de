import { expect } from 'chai';
import type { TrackViews } from '../../core/road/track-ports.ts';
import { keepingTracks } from '../../core/road/track-trip.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';

onEveryEngine('what is known of a bus, for many who ask', (engine) => {
  /** A reader that counts how often the points of a trip are read. */
  function counting(points?: TrackViews['points']) {
    const { trackViews } = engine();
    let reads = 0;
    const find = keepingTracks({
      ...trackViews,
      points: (id) => {
        reads += 1;
        return (points ?? trackViews.points)(id);
      },
    });
    return { find, reads: () => reads };
  }

  it('people who ask at once share one read of the points, until there is a new one', async () => {
    const { id } = await aTrip(engine());
    const { find, reads } = counting();
    const askAll = () => Promise.all(Array.from({ length: 5 }, () => find(id, START)));
    await askAll();
    expect(reads()).to.equal(1);
    const point = { at: START, lat: 27.71, lon: 85.32, accuracy: null, speed: null };
    await engine().transact(({ tracks }) => tracks.add(id, [point]));
    const found = await askAll();
    expect(reads()).to.equal(2);
    expect(found.map((tracked) => tracked?.known.newest?.at)).to.deep.equal(Array.from({ length: 5 }, () => START));
  });

  it('a read that fails is not kept', async () => {
    const { id } = await aTrip(engine());
    let isDown = true;
    const { find } = counting(async () => {
      if (isDown) throw new Error('The database is down.');
      return [];
    });
    const [one, other] = await Promise.allSettled([find(id, START), find(id, START)]);
    expect([one.status, other.status]).to.deep.equal(['rejected', 'rejected']);
    isDown = false;
    expect((await find(id, START))?.known.newest).to.equal(null);
  });
});
