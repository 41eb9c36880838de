import { expect } from 'chai';
import type { BookingId, SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { aBus, aTrip, seat, seatsNumbered } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const NOW = START;
const LAPSE = minutesAfter(NOW, 10);
const DEADLINE = minutesAfter(NOW, 15);
const before = (at: Instant): Instant => (at - 1) as Instant;

const [A1, A2, B1, B2, C1] = ['A1', 'A2', 'B1', 'B2', 'C1'].map(seat) as [SeatNumber, SeatNumber, SeatNumber, SeatNumber, SeatNumber];

onEveryEngine('seat locks', (engine) => {
  let trip: TripId;
  /** Of the same bus: the same seats, a day later. */
  let nextDay: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    const { id, busId } = await aTrip(engine(), { seats: ['B2', 'B1', 'A2', 'A1'] });
    trip = id;
    nextDay = (await aTrip(engine(), { busId })).id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const select = (passenger: UserId, wanted: readonly SeatNumber[], now: Instant = NOW, expiresAt = minutesAfter(now, 10), on = trip) =>
    engine().transact(({ seatLocks }) => seatLocks.select({ tripId: on, passenger, wanted, expiresAt }, now));
  const release = (passenger: UserId, now: Instant = NOW, on = trip) => engine().transact(({ seatLocks }) => seatLocks.release(on, passenger, now));
  const sell = (passenger: UserId, booking: BookingId, numbers: readonly SeatNumber[], now: Instant = NOW, on = trip) =>
    engine().transact(({ seatLocks }) => seatLocks.sell({ tripId: on, passenger, booking, seats: numbers.map((number) => sitting(number)), paymentDeadline: DEADLINE }, now));
  const free = (booking: BookingId, now: Instant = NOW) => engine().transact(({ seatLocks }) => seatLocks.free(booking, now));
  const keep = (booking: BookingId) => engine().transact(({ seatLocks }) => seatLocks.keep(booking));
  const retakeSeats = (booking: BookingId, passenger: UserId, now: Instant) =>
    engine().transact(({ seatLocks }) => seatLocks.retake(booking, passenger, now));
  const retake = async (...given: Parameters<typeof retakeSeats>) => (await retakeSeats(...given)) !== undefined;
  const sweep = (now: Instant, limit = 10) => engine().transact(({ seatLocks }) => seatLocks.sweep(now, limit));
  const booked = async (passenger: UserId, on = trip): Promise<BookingId> => (await aBooking(engine(), { userId: passenger, tripId: on })).id;
  const bought = async (passenger: UserId, numbers: readonly SeatNumber[], on = trip): Promise<BookingId> => {
    const booking = await booked(passenger, on);
    await select(passenger, numbers, NOW, LAPSE, on);
    expect(await sell(passenger, booking, numbers, NOW, on)).to.have.members([...numbers]);
    return booking;
  };
  /** A trip on a bus whose seat A2 is put out of use, after something has happened. */
  const tripWithoutA2 = async (happen: (id: TripId) => Promise<void>): Promise<TripId> => {
    const registrationNo = 'BA 1 PA 1';
    const { id } = await aTrip(engine(), { seats: ['A1', 'A2'], bus: { registrationNo } });
    await happen(id);
    const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number === 'A1' }));
    await aBus(engine(), { registrationNo, seatMap: { rows: 1, cols: 2, deckCount: 1, seats } });
    return id;
  };
  const statusOf = async (number: SeatNumber, now: Instant, viewer = asha): Promise<string> => {
    const map = await engine().seatMaps.view(trip, viewer, now);
    const shown = map?.hasSeatMap ? map.seats.find((other) => other.number === number) : undefined;
    return shown?.isBooked ? 'booked' : (shown?.heldBy ?? 'absent');
  };

  describe('select', () => {
    it('holds what is free, and answers in the order it was wanted', async () => {
      expect(await select(asha, [B1, A1, A2])).to.deep.equal({ held: [B1, A1, A2], dropped: [], refused: [] });
    });

    it('gives a seat to one passenger, however many ask at once', async () => {
      const outcomes = await Promise.all([select(asha, [A1]), select(bikram, [A1])]);
      expect(outcomes.flatMap(({ held }) => held)).to.deep.equal([A1]);
      expect(outcomes.flatMap(({ refused }) => refused)).to.deep.equal([{ seat: A1, because: 'held' }]);
    });

    it('refuses seats that the bus does not have, that are out of use, and that are another bus’s', async () => {
      const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number !== 'A2' }));
      const own = (await aTrip(engine(), { bus: { seatMap: { rows: 1, cols: 2, deckCount: 1, seats } } })).id;
      expect(await select(asha, [C1, A2, A1, B1], NOW, LAPSE, own)).to.deep.equal({
        held: [A1], dropped: [],
        refused: [{ seat: C1, because: 'unknown' }, { seat: A2, because: 'unknown' }, { seat: B1, because: 'unknown' }],
      });
    });

    it('tells every reason in the order it was wanted', async () => {
      await bought(bikram, [A1]);
      await select(bikram, [A2]);
      expect(await select(asha, [C1, A2, B1, A1])).to.deep.equal({
        held: [B1], dropped: [], refused: [{ seat: C1, because: 'unknown' }, { seat: A2, because: 'held' }, { seat: A1, because: 'booked' }],
      });
    });

    it('lets go of what is not wanted again, and of nobody else’s or another trip’s seats', async () => {
      await select(asha, [A2, B1], NOW, LAPSE, nextDay);
      await select(bikram, [B2]);
      await select(asha, [A2, B1, A1]);
      expect(await select(asha, [A1])).to.deep.equal({ held: [A1], dropped: [A2, B1], refused: [] });
      expect((await select(bikram, [A1, A2, B1, B2])).held).to.deep.equal([A2, B1, B2]);
      expect(await release(asha, NOW, nextDay)).to.deep.equal([A2, B1]);
    });

    it('lets go of everything when nothing is wanted', async () => {
      await select(asha, [A2, A1]);
      expect(await select(asha, [])).to.deep.equal({ held: [], dropped: [A1, A2], refused: [] });
      expect((await select(bikram, [A1, A2])).held).to.deep.equal([A1, A2]);
    });

    it('renews what the passenger holds already', async () => {
      await select(asha, [A1]);
      await select(asha, [A1], minutesAfter(NOW, 5));
      expect((await select(bikram, [A1], LAPSE)).refused).to.deep.equal([{ seat: A1, because: 'held' }]);
    });

    it('takes over a hold at the very moment it runs out, not before', async () => {
      await select(asha, [A1], NOW, LAPSE);
      expect((await select(bikram, [A1], before(LAPSE))).held).to.deep.equal([]);
      expect((await select(bikram, [A1], LAPSE)).held).to.deep.equal([A1]);
      expect((await select(asha, [A1], LAPSE)).refused).to.deep.equal([{ seat: A1, because: 'held' }]);
    });

    it('does not call dropped what had run out', async () => {
      await select(asha, [A1, A2], NOW, LAPSE);
      expect((await select(asha, [B1], LAPSE)).dropped).to.deep.equal([]);
    });

    it('refuses a seat that waits for its payment, up to the deadline', async () => {
      await bought(asha, [A1]);
      expect((await select(bikram, [A1], before(DEADLINE))).refused).to.deep.equal([{ seat: A1, because: 'booked' }]);
      expect((await select(bikram, [A1], DEADLINE)).held).to.deep.equal([A1]);
    });

    it('refuses a seat that was paid, for good; but not the same seat on another trip of the bus', async () => {
      await keep(await bought(asha, [A1]));
      expect((await select(bikram, [A1], minutesAfter(DEADLINE, 1_000))).refused).to.deep.equal([{ seat: A1, because: 'booked' }]);
      expect((await select(bikram, [A1], NOW, LAPSE, nextDay)).held).to.deep.equal([A1]);
    });

    it('refuses the passenger’s own booked seat too', async () => {
      await bought(asha, [A1]);
      expect((await select(asha, [A1])).refused).to.deep.equal([{ seat: A1, because: 'booked' }]);
    });
  });

  describe('release', () => {
    it('lets go of all of one passenger’s seats on one trip, and names them sorted', async () => {
      await select(asha, [B1, A1], NOW, LAPSE, nextDay);
      await select(asha, [B1, A1]);
      await select(bikram, [A2]);
      expect(await release(asha)).to.deep.equal([A1, B1]);
      expect(await release(asha)).to.deep.equal([]);
      expect((await select(asha, [A1, A2, B1])).held).to.deep.equal([A1, B1]);
      expect(await release(asha, NOW, nextDay)).to.deep.equal([A1, B1]);
    });

    it('leaves what ran out to the sweep', async () => {
      await select(asha, [A1], NOW, LAPSE);
      expect(await release(asha, LAPSE)).to.deep.equal([]);
      expect(await sweep(LAPSE)).to.deep.equal([{ tripId: trip, seats: [A1] }]);
    });
  });

  describe('sell', () => {
    it('sells what the passenger holds, names it sorted, and leaves the rest held', async () => {
      await select(asha, [A1], NOW, LAPSE, nextDay);
      await select(asha, [B1, A2, A1]);
      expect(await sell(asha, await booked(asha), [B1, A1])).to.deep.equal([A1, B1]);
      expect(await release(asha)).to.deep.equal([A2]);
      expect((await select(bikram, [A1, A2, B1])).held).to.deep.equal([A2]);
      expect(await release(asha, NOW, nextDay)).to.deep.equal([A1]);
    });

    it('sells nothing that is not held, is held by another, has run out, or is held on another trip', async () => {
      const booking = await booked(asha);
      await select(bikram, [A1]);
      await select(asha, [A2], NOW, LAPSE);
      await select(asha, [A1, B1], NOW, LAPSE, nextDay);
      expect(await sell(asha, booking, [A1, A2, B1], LAPSE)).to.deep.equal([]);
      expect(await sell(asha, booking, [A1, A2, B1], before(LAPSE))).to.deep.equal([A2]);
      expect(await sell(asha, booking, [A2], before(LAPSE))).to.deep.equal([]);
    });

    it('sells no seat twice, not even while an overdue sale waits to be freed', async () => {
      const first = await bought(asha, [A1]);
      await select(bikram, [A1, A2], DEADLINE);
      const second = await booked(bikram);
      expect(await sell(bikram, second, [A1, A2], DEADLINE)).to.deep.equal([A2]);
      await free(first, DEADLINE);
      await select(bikram, [A1], DEADLINE);
      expect(await sell(bikram, second, [A1], DEADLINE)).to.deep.equal([A1]);
    });

    it('sells one hold to one booking, however many ask at once', async () => {
      await select(asha, [A1, A2]);
      const bookings = [await booked(asha), await booked(asha), await booked(asha)];
      const sold = await Promise.all(bookings.map((booking) => sell(asha, booking, [A1, A2])));
      expect(sold.flat()).to.deep.equal([A1, A2]);
    });
  });

  describe('keep and free', () => {
    it('keep makes a sale final, that booking’s alone', async () => {
      const [paid, unpaid] = [await bought(asha, [A1]), await bought(asha, [A2])];
      await keep(paid);
      expect([await statusOf(A1, DEADLINE), await statusOf(A2, DEADLINE)]).to.deep.equal(['booked', 'nobody']);
      await free(unpaid);
      await keep(unpaid);
      expect(await statusOf(A2, NOW)).to.equal('nobody');
    });

    it('free puts the seats of one booking back on sale, once, and names them sorted', async () => {
      const booking = await bought(asha, [B1, A1]);
      await bought(asha, [A2]);
      await bought(asha, [A1], nextDay);
      expect(await free(booking)).to.deep.equal([{ seat: A1, isHeld: false }, { seat: B1, isHeld: false }]);
      expect(await free(booking)).to.deep.equal([]);
      expect((await select(bikram, [A1, A2, B1])).held).to.deep.equal([A1, B1]);
    });

    it('free tells which seats somebody holds already, since the sale was overdue', async () => {
      const booking = await bought(asha, [A1, A2, B1]);
      await select(bikram, [A1], DEADLINE, minutesAfter(DEADLINE, 10));
      await select(asha, [A2], DEADLINE, minutesAfter(DEADLINE, 5));
      await select(bikram, [B1], DEADLINE, minutesAfter(DEADLINE, 10), nextDay);
      expect(await free(booking, minutesAfter(DEADLINE, 5))).to.deep.equal([{ seat: A1, isHeld: true }, { seat: A2, isHeld: false }, { seat: B1, isHeld: false }]);
    });
  });

  describe('retake', () => {
    const lapsed = async (numbers: readonly SeatNumber[]): Promise<BookingId> => {
      const booking = await bought(asha, numbers);
      await free(booking, DEADLINE);
      return booking;
    };

    it('sells freed seats again, for good, with the passengers they had', async () => {
      const booking = await lapsed([A1, A2]);
      expect(await retakeSeats(booking, asha, DEADLINE)).to.deep.equal([A1, A2]);
      expect((await select(bikram, [A1, A2, B1], minutesAfter(DEADLINE, 1_000))).held).to.deep.equal([B1]);
      expect((await engine().bookingViews.find(booking, asha))?.seats.map(({ seat: number }) => number)).to.deep.equal([A1, A2]);
    });

    it('takes none when one of them is sold', async () => {
      const booking = await lapsed([A1, A2]);
      await bought(bikram, [A2]);
      expect(await retake(booking, asha, before(DEADLINE))).to.equal(false);
      expect((await select(bikram, [A1], before(DEADLINE))).held).to.deep.equal([A1]);
    });

    it('takes none when a sale stands in the way that is overdue and not freed yet', async () => {
      const booking = await lapsed([A1, A2]);
      await bought(bikram, [A2]);
      expect(await retake(booking, asha, DEADLINE)).to.equal(false);
      expect(await statusOf(A1, DEADLINE)).to.equal('nobody');
    });

    it('takes none when another passenger holds one of them, until that hold runs out', async () => {
      const booking = await lapsed([A1, A2]);
      await select(bikram, [A2], NOW, LAPSE);
      expect(await retake(booking, asha, before(LAPSE))).to.equal(false);
      expect(await statusOf(A1, before(LAPSE))).to.equal('nobody');
      expect(await retake(booking, asha, LAPSE)).to.equal(true);
      expect(await sweep(minutesAfter(LAPSE, 60))).to.deep.equal([]);
    });

    it('takes none when a seat has been put out of use', async () => {
      let booking = 0 as BookingId;
      const own = await tripWithoutA2(async (id) => {
        booking = await bought(asha, [A1, A2], id);
        await free(booking);
      });
      expect(await retake(booking, asha, NOW)).to.equal(false);
      expect((await select(bikram, [A1], NOW, LAPSE, own)).held).to.deep.equal([A1]);
    });

    it('uses up the passenger’s own holds on them; a failure leaves these as they were', async () => {
      const booking = await lapsed([A1, A2]);
      await select(asha, [A1, A2], NOW, minutesAfter(NOW, 1), nextDay);
      await select(asha, [A1, B1], NOW, LAPSE);
      await select(bikram, [A2], NOW, minutesAfter(NOW, 5));
      expect(await retake(booking, asha, NOW)).to.equal(false);
      expect(await statusOf(A1, before(LAPSE))).to.equal('me');
      expect(await statusOf(A1, LAPSE)).to.equal('nobody');
      expect(await retake(booking, asha, minutesAfter(NOW, 5))).to.equal(true);
      expect(await release(asha, minutesAfter(NOW, 5))).to.deep.equal([B1]);
    });

    it('of two bookings that had the same seat one gets it back, however many ask at once', async () => {
      const first = await lapsed([A1]);
      const second = await bought(bikram, [A1]);
      await free(second);
      const again = await Promise.all([retake(first, asha, DEADLINE), retake(second, bikram, DEADLINE)]);
      expect(again).to.have.members([true, false]);
    });

    it('has nothing to do for a booking without seats, or with seats that were never freed', async () => {
      expect(await retakeSeats(await booked(asha), asha, NOW)).to.deep.equal([]);
      expect(await retakeSeats(await bought(asha, [A1]), asha, NOW)).to.deep.equal([]);
    });
  });

  describe('sweep', () => {
    it('forgets what ran out, the oldest first, a little at a time, and names it by trip', async () => {
      await select(asha, [A1], NOW, minutesAfter(NOW, 3), nextDay);
      await select(asha, [B1, A1], NOW, minutesAfter(NOW, 1));
      await select(bikram, [A2], NOW, minutesAfter(NOW, 2));
      expect(await sweep(before(minutesAfter(NOW, 1)))).to.deep.equal([]);
      expect(await sweep(minutesAfter(NOW, 2), 2)).to.deep.equal([{ tripId: trip, seats: [A1, B1] }]);
      expect(await sweep(minutesAfter(NOW, 2), 2)).to.deep.equal([{ tripId: trip, seats: [A2] }]);
      expect(await sweep(minutesAfter(NOW, 3))).to.deep.equal([{ tripId: nextDay, seats: [A1] }]);
      expect(await sweep(minutesAfter(NOW, 3))).to.deep.equal([]);
    });

    it('does not offer a seat that was sold in spite of the hold', async () => {
      const booking = await bought(asha, [A1]);
      await keep(await bought(asha, [A2], nextDay));
      await select(bikram, [A1, A2], DEADLINE, minutesAfter(DEADLINE, 10));
      await keep(booking);
      expect(await sweep(minutesAfter(DEADLINE, 10))).to.deep.equal([{ tripId: trip, seats: [A2] }]);
    });

    it('does not offer a seat that was put out of use', async () => {
      const own = await tripWithoutA2(async (id) => { await select(asha, [A1, A2], NOW, LAPSE, id); });
      expect(await sweep(LAPSE)).to.deep.equal([{ tripId: own, seats: [A1] }]);
    });
  });
});
