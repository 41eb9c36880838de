import { expect } from 'chai';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aTrip, seatsNumbered } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { A1, A2, B1, B2, before, C1, DEADLINE, LAPSE, NOW, seatLocksOn } from '../../support/seat-locks.ts';

onEveryEngine('seat locks: holds', (engine) => {
  let locks: Awaited<ReturnType<typeof seatLocksOn>>;
  beforeEach(async () => {
    locks = await seatLocksOn(engine());
  });

  describe('hold', () => {
    it('holds what is free, and answers in the order it was wanted', async () => {
      expect(await locks.hold(locks.asha, [B1, A1, A2])).to.deep.equal({
        held: [B1, A1, A2],
        dropped: [],
        refused: [],
      });
    });

    it('gives a seat to one passenger, however many ask at once', async () => {
      const outcomes = await Promise.all([locks.hold(locks.asha, [A1]), locks.hold(locks.bikram, [A1])]);
      expect(outcomes.flatMap(({ held }) => held)).to.deep.equal([A1]);
      expect(outcomes.flatMap(({ refused }) => refused)).to.deep.equal([{ seat: A1, because: 'held' }]);
    });

    it('refuses seats that the bus does not have, that are out of use, and that are another bus’s', async () => {
      const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number !== 'A2' }));
      const otherTrip = (await aTrip(engine(), { bus: { seatMap: { rows: 1, cols: 2, deckCount: 1, seats } } })).id;
      expect(await locks.hold(locks.asha, [C1, A2, A1, B1], { on: otherTrip })).to.deep.equal({
        held: [A1],
        dropped: [],
        refused: [
          { seat: C1, because: 'unknown' },
          { seat: A2, because: 'unknown' },
          { seat: B1, because: 'unknown' },
        ],
      });
    });

    it('tells every reason in the order it was wanted', async () => {
      await locks.bought(locks.bikram, [A1]);
      await locks.hold(locks.bikram, [A2]);
      expect(await locks.hold(locks.asha, [C1, A2, B1, A1])).to.deep.equal({
        held: [B1],
        dropped: [],
        refused: [
          { seat: C1, because: 'unknown' },
          { seat: A2, because: 'held' },
          { seat: A1, because: 'booked' },
        ],
      });
    });

    it('lets go of what is not wanted again, and of nobody else’s or another trip’s seats', async () => {
      await locks.hold(locks.asha, [A2, B1], { on: locks.nextDay });
      await locks.hold(locks.bikram, [B2]);
      await locks.hold(locks.asha, [A2, B1, A1]);
      expect(await locks.hold(locks.asha, [A1])).to.deep.equal({ held: [A1], dropped: [A2, B1], refused: [] });
      expect((await locks.hold(locks.bikram, [A1, A2, B1, B2])).held).to.deep.equal([A2, B1, B2]);
      expect(await locks.release(locks.asha, { on: locks.nextDay })).to.deep.equal([A2, B1]);
    });

    it('lets go of everything when nothing is wanted', async () => {
      await locks.hold(locks.asha, [A2, A1]);
      expect(await locks.hold(locks.asha, [])).to.deep.equal({ held: [], dropped: [A1, A2], refused: [] });
      expect((await locks.hold(locks.bikram, [A1, A2])).held).to.deep.equal([A1, A2]);
    });

    it('renews what the passenger holds already', async () => {
      await locks.hold(locks.asha, [A1]);
      await locks.hold(locks.asha, [A1], { now: minutesAfter(NOW, 5) });
      expect((await locks.hold(locks.bikram, [A1], { now: LAPSE })).refused).to.deep.equal([
        { seat: A1, because: 'held' },
      ]);
    });

    it('takes over a hold at the very moment it runs out, not before', async () => {
      await locks.hold(locks.asha, [A1]);
      expect((await locks.hold(locks.bikram, [A1], { now: before(LAPSE) })).held).to.deep.equal([]);
      expect((await locks.hold(locks.bikram, [A1], { now: LAPSE })).held).to.deep.equal([A1]);
      expect((await locks.hold(locks.asha, [A1], { now: LAPSE })).refused).to.deep.equal([
        { seat: A1, because: 'held' },
      ]);
    });

    it('does not call dropped what had run out', async () => {
      await locks.hold(locks.asha, [A1, A2]);
      expect((await locks.hold(locks.asha, [B1], { now: LAPSE })).dropped).to.deep.equal([]);
    });

    it('refuses a seat that waits for its payment, up to the deadline', async () => {
      await locks.bought(locks.asha, [A1]);
      expect((await locks.hold(locks.bikram, [A1], { now: before(DEADLINE) })).refused).to.deep.equal([
        { seat: A1, because: 'booked' },
      ]);
      expect((await locks.hold(locks.bikram, [A1], { now: DEADLINE })).held).to.deep.equal([A1]);
    });

    it('refuses a seat that was paid, for good; but not the same seat on another trip of the bus', async () => {
      await locks.finalize(await locks.bought(locks.asha, [A1]));
      expect((await locks.hold(locks.bikram, [A1], { now: minutesAfter(DEADLINE, 1_000) })).refused).to.deep.equal([
        { seat: A1, because: 'booked' },
      ]);
      expect((await locks.hold(locks.bikram, [A1], { on: locks.nextDay })).held).to.deep.equal([A1]);
    });

    it('refuses the passenger’s own booked seat too', async () => {
      await locks.bought(locks.asha, [A1]);
      expect((await locks.hold(locks.asha, [A1])).refused).to.deep.equal([{ seat: A1, because: 'booked' }]);
    });
  });

  describe('release', () => {
    it('lets go of all of one passenger’s seats on one trip, and names them sorted', async () => {
      await locks.hold(locks.asha, [B1, A1], { on: locks.nextDay });
      await locks.hold(locks.asha, [B1, A1]);
      await locks.hold(locks.bikram, [A2]);
      expect(await locks.release(locks.asha)).to.deep.equal([A1, B1]);
      expect(await locks.release(locks.asha)).to.deep.equal([]);
      expect((await locks.hold(locks.asha, [A1, A2, B1])).held).to.deep.equal([A1, B1]);
      expect(await locks.release(locks.asha, { on: locks.nextDay })).to.deep.equal([A1, B1]);
    });

    it('leaves what ran out to the sweep', async () => {
      await locks.hold(locks.asha, [A1]);
      expect(await locks.release(locks.asha, { now: LAPSE })).to.deep.equal([]);
      expect(await locks.sweep({ now: LAPSE })).to.deep.equal([{ tripId: locks.trip, seats: [A1] }]);
    });
  });

  describe('sweep', () => {
    it('forgets what ran out, the oldest first, a little at a time, and names it by trip', async () => {
      await locks.hold(locks.asha, [A1], { expiresAt: minutesAfter(NOW, 3), on: locks.nextDay });
      await locks.hold(locks.asha, [B1, A1], { expiresAt: minutesAfter(NOW, 1) });
      await locks.hold(locks.bikram, [A2], { expiresAt: minutesAfter(NOW, 2) });
      expect(await locks.sweep({ now: before(minutesAfter(NOW, 1)) })).to.deep.equal([]);
      expect(await locks.sweep({ now: minutesAfter(NOW, 2), limit: 2 })).to.deep.equal([
        { tripId: locks.trip, seats: [A1, B1] },
      ]);
      expect(await locks.sweep({ now: minutesAfter(NOW, 2), limit: 2 })).to.deep.equal([
        { tripId: locks.trip, seats: [A2] },
      ]);
      expect(await locks.sweep({ now: minutesAfter(NOW, 3) })).to.deep.equal([{ tripId: locks.nextDay, seats: [A1] }]);
      expect(await locks.sweep({ now: minutesAfter(NOW, 3) })).to.deep.equal([]);
    });

    it('does not offer a seat that was sold in spite of the hold', async () => {
      const booking = await locks.bought(locks.asha, [A1]);
      await locks.finalize(await locks.bought(locks.asha, [A2], { on: locks.nextDay }));
      await locks.hold(locks.bikram, [A1, A2], { now: DEADLINE });
      await locks.finalize(booking);
      expect(await locks.sweep({ now: minutesAfter(DEADLINE, 10) })).to.deep.equal([
        { tripId: locks.trip, seats: [A2] },
      ]);
    });

    it('does not offer a seat that was put out of use', async () => {
      const otherTrip = await locks.tripWithoutA2(async (id) => {
        await locks.hold(locks.asha, [A1, A2], { on: id });
      });
      expect(await locks.sweep({ now: LAPSE })).to.deep.equal([{ tripId: otherTrip, seats: [A1] }]);
    });
  });
});
