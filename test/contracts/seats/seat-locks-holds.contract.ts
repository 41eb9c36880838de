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

  describe('holds on seats', () => {
    it('a hold takes free seats, and returns them in the order requested', async () => {
      expect(await locks.hold(locks.asha, [B1, A1, A2])).to.deep.equal({
        held: [B1, A1, A2],
        dropped: [],
        refused: [],
      });
    });

    it('a seat is held by only one passenger, however many passengers ask at once', async () => {
      const outcomes = await Promise.all([locks.hold(locks.asha, [A1]), locks.hold(locks.bikram, [A1])]);
      expect(outcomes.flatMap(({ held }) => held)).to.deep.equal([A1]);
      expect(outcomes.flatMap(({ refused }) => refused)).to.deep.equal([{ seat: A1, reason: 'held' }]);
    });

    it('a hold refuses seats that are unknown, out of use or on a different bus', async () => {
      const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number !== 'A2' }));
      const otherTrip = (await aTrip(engine(), { bus: { seatMap: { rows: 1, cols: 2, deckCount: 1, seats } } })).id;
      expect(await locks.hold(locks.asha, [C1, A2, A1, B1], { on: otherTrip })).to.deep.equal({
        held: [A1],
        dropped: [],
        refused: [
          { seat: C1, reason: 'unknown' },
          { seat: A2, reason: 'unknown' },
          { seat: B1, reason: 'unknown' },
        ],
      });
    });

    it('a hold that is refused returns the reason for each seat, in the order requested', async () => {
      await locks.bought(locks.bikram, [A1]);
      await locks.hold(locks.bikram, [A2]);
      expect(await locks.hold(locks.asha, [C1, A2, B1, A1])).to.deep.equal({
        held: [B1],
        dropped: [],
        refused: [
          { seat: C1, reason: 'unknown' },
          { seat: A2, reason: 'held' },
          { seat: A1, reason: 'booked' },
        ],
      });
    });

    it('a passenger’s new selection releases the held seats of this trip that the selection does not contain', async () => {
      await locks.hold(locks.asha, [A2, B1], { on: locks.nextDay });
      await locks.hold(locks.bikram, [B2]);
      await locks.hold(locks.asha, [A2, B1, A1]);
      expect(await locks.hold(locks.asha, [A1])).to.deep.equal({ held: [A1], dropped: [A2, B1], refused: [] });
      expect((await locks.hold(locks.bikram, [A1, A2, B1, B2])).held).to.deep.equal([A2, B1, B2]);
      expect(await locks.release(locks.asha, { on: locks.nextDay })).to.deep.equal([A2, B1]);
    });

    it('a passenger’s empty selection releases all held seats of that passenger', async () => {
      await locks.hold(locks.asha, [A2, A1]);
      expect(await locks.hold(locks.asha, [])).to.deep.equal({ held: [], dropped: [A1, A2], refused: [] });
      expect((await locks.hold(locks.bikram, [A1, A2])).held).to.deep.equal([A1, A2]);
    });

    it('a passenger’s new hold prolongs the holds of seats that this passenger already holds', async () => {
      await locks.hold(locks.asha, [A1]);
      await locks.hold(locks.asha, [A1], { now: minutesAfter(NOW, 5) });
      expect((await locks.hold(locks.bikram, [A1], { now: LAPSE })).refused).to.deep.equal([
        { seat: A1, reason: 'held' },
      ]);
    });

    it('a held seat can be held by another passenger from the exact moment at which the hold expires, not before', async () => {
      await locks.hold(locks.asha, [A1]);
      expect((await locks.hold(locks.bikram, [A1], { now: before(LAPSE) })).held).to.deep.equal([]);
      expect((await locks.hold(locks.bikram, [A1], { now: LAPSE })).held).to.deep.equal([A1]);
      expect((await locks.hold(locks.asha, [A1], { now: LAPSE })).refused).to.deep.equal([
        { seat: A1, reason: 'held' },
      ]);
    });

    it('a passenger’s new selection does not return expired holds as released', async () => {
      await locks.hold(locks.asha, [A1, A2]);
      expect((await locks.hold(locks.asha, [B1], { now: LAPSE })).dropped).to.deep.equal([]);
    });

    it('a booked but unpaid seat cannot be held until the booking’s payment deadline has passed', async () => {
      await locks.bought(locks.asha, [A1]);
      expect((await locks.hold(locks.bikram, [A1], { now: before(DEADLINE) })).refused).to.deep.equal([
        { seat: A1, reason: 'booked' },
      ]);
      expect((await locks.hold(locks.bikram, [A1], { now: DEADLINE })).held).to.deep.equal([A1]);
    });

    it('a paid seat can never be held again on its trip, but can be held on another trip of the bus', async () => {
      await locks.finalize(await locks.bought(locks.asha, [A1]));
      expect((await locks.hold(locks.bikram, [A1], { now: minutesAfter(DEADLINE, 1_000) })).refused).to.deep.equal([
        { seat: A1, reason: 'booked' },
      ]);
      expect((await locks.hold(locks.bikram, [A1], { on: locks.nextDay })).held).to.deep.equal([A1]);
    });

    it('a passenger cannot hold a seat that the same passenger has booked', async () => {
      await locks.bought(locks.asha, [A1]);
      expect((await locks.hold(locks.asha, [A1])).refused).to.deep.equal([{ seat: A1, reason: 'booked' }]);
    });
  });

  describe('releases of held seats', () => {
    it('a passenger who releases a trip’s seats releases all that are held, and gets their numbers sorted', async () => {
      await locks.hold(locks.asha, [B1, A1], { on: locks.nextDay });
      await locks.hold(locks.asha, [B1, A1]);
      await locks.hold(locks.bikram, [A2]);
      expect(await locks.release(locks.asha)).to.deep.equal([A1, B1]);
      expect(await locks.release(locks.asha)).to.deep.equal([]);
      expect((await locks.hold(locks.asha, [A1, A2, B1])).held).to.deep.equal([A1, B1]);
      expect(await locks.release(locks.asha, { on: locks.nextDay })).to.deep.equal([A1, B1]);
    });

    it('a passenger who releases seats leaves expired holds to the clean-up job', async () => {
      await locks.hold(locks.asha, [A1]);
      expect(await locks.release(locks.asha, { now: LAPSE })).to.deep.equal([]);
      expect(await locks.sweep({ now: LAPSE })).to.deep.equal([{ tripId: locks.trip, seats: [A1] }]);
    });
  });

  describe('the clean-up of expired holds', () => {
    it('the clean-up job deletes expired holds, oldest first, a few at a time, and returns the freed seats of each trip', async () => {
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

    it('the clean-up of expired holds does not publish a seat as free that was sold in the meantime', async () => {
      const booking = await locks.bought(locks.asha, [A1]);
      await locks.finalize(await locks.bought(locks.asha, [A2], { on: locks.nextDay }));
      await locks.hold(locks.bikram, [A1, A2], { now: DEADLINE });
      await locks.finalize(booking);
      expect(await locks.sweep({ now: minutesAfter(DEADLINE, 10) })).to.deep.equal([
        { tripId: locks.trip, seats: [A2] },
      ]);
    });

    it('the clean-up of expired holds does not publish a seat as free that was put out of use', async () => {
      const otherTrip = await locks.tripWithoutA2(async (id) => {
        await locks.hold(locks.asha, [A1, A2], { on: id });
      });
      expect(await locks.sweep({ now: LAPSE })).to.deep.equal([{ tripId: otherTrip, seats: [A1] }]);
    });
  });
});
