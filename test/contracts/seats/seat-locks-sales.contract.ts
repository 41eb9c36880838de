import { expect } from 'chai';
import type { BookingId, SeatNumber } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { A1, A2, B1, B2, before, C1, DEADLINE, LAPSE, NOW, seatLocksOn } from '../../support/seat-locks.ts';

onEveryEngine('seat locks: sales', (engine) => {
  let locks: Awaited<ReturnType<typeof seatLocksOn>>;
  beforeEach(async () => {
    locks = await seatLocksOn(engine());
  });

  describe('sales of held seats', () => {
    it('a sale takes the held seats that the booking asks for, and the passenger’s other seats stay held', async () => {
      await locks.hold(locks.asha, [A1], { on: locks.nextDay });
      await locks.hold(locks.asha, [B1, A2, A1]);
      expect(await locks.sell(locks.asha, await locks.booked(locks.asha), [B1, A1])).to.deep.equal([A1, B1]);
      expect(await locks.release(locks.asha)).to.deep.equal([A2]);
      expect((await locks.hold(locks.bikram, [A1, A2, B1])).held).to.deep.equal([A2]);
      expect(await locks.release(locks.asha, { on: locks.nextDay })).to.deep.equal([A1]);
    });

    it('a sale refuses seats that are not held, held by another passenger, expired or held on another trip', async () => {
      const booking = await locks.booked(locks.asha);
      await locks.hold(locks.bikram, [A1]);
      await locks.hold(locks.asha, [A2]);
      await locks.hold(locks.asha, [A1, B1], { on: locks.nextDay });
      expect(await locks.sell(locks.asha, booking, [A1, A2, B1], { now: LAPSE })).to.deep.equal([]);
      expect(await locks.sell(locks.asha, booking, [A1, A2, B1], { now: before(LAPSE) })).to.deep.equal([A2]);
      expect(await locks.sell(locks.asha, booking, [A2], { now: before(LAPSE) })).to.deep.equal([]);
    });

    it('a seat is never sold twice, not even while its overdue booking has not been ended', async () => {
      const first = await locks.bought(locks.asha, [A1]);
      await locks.hold(locks.bikram, [A1, A2], { now: DEADLINE });
      const second = await locks.booked(locks.bikram);
      expect(await locks.sell(locks.bikram, second, [A1, A2], { now: DEADLINE })).to.deep.equal([A2]);
      await locks.releaseBooking(first, { now: DEADLINE });
      await locks.hold(locks.bikram, [A1], { now: DEADLINE });
      expect(await locks.sell(locks.bikram, second, [A1], { now: DEADLINE })).to.deep.equal([A1]);
    });

    it('a passenger’s held seats become only one booking, however many bookings are requested at once', async () => {
      await locks.hold(locks.asha, [A1, A2]);
      const bookings = [await locks.booked(locks.asha), await locks.booked(locks.asha), await locks.booked(locks.asha)];
      const sold = await Promise.all(bookings.map((booking) => locks.sell(locks.asha, booking, [A1, A2])));
      expect(sold.flat()).to.deep.equal([A1, A2]);
    });
  });

  describe('counter sales of seats', () => {
    it('a counter sale takes free seats permanently, and needs no hold', async () => {
      await locks.hold(locks.bikram, [A1], { on: locks.nextDay });
      await locks.hold(locks.bikram, [B1], { expiresAt: NOW });
      const booking = await locks.booked(locks.asha);
      expect(await locks.sellAtCounter(locks.asha, booking, [B1, A1])).to.deep.equal([]);
      expect(await locks.statusOf(A1, { now: DEADLINE })).to.equal('booked');
      expect(await locks.statusOf(B1, { now: DEADLINE })).to.equal('booked');
      expect((await locks.hold(locks.bikram, [A1, A2, B1])).held).to.deep.equal([A2]);
      expect(await locks.releaseBooking(booking)).to.deep.equal([
        { seat: A1, isFree: true },
        { seat: B1, isFree: true },
      ]);
      expect((await locks.hold(locks.bikram, [A1, A2, B1])).held).to.deep.equal([A1, A2, B1]);
    });

    it('a counter sale’s unpaid seats are free after its deadline, except seats that the company had blocked', async () => {
      const booking = await locks.booked(locks.asha);
      const unpaid = { paymentDeadline: DEADLINE, lent: [B1] };
      expect(await locks.sellAtCounter(locks.asha, booking, [A1, B1], unpaid)).to.deep.equal([]);
      const { held, refused } = await locks.hold(locks.bikram, [A1, B1], { now: DEADLINE });
      expect([held, refused]).to.deep.equal([[A1], [{ seat: B1, reason: 'booked' }]]);
    });

    it('a refused counter sale returns the seats that are sold, not in use, or held, even by the seller', async () => {
      await locks.bought(locks.bikram, [B1]);
      await locks.hold(locks.bikram, [A2]);
      await locks.hold(locks.asha, [A1]);
      const booking = await locks.booked(locks.asha);
      expect(await locks.sellAtCounter(locks.asha, booking, [C1, B2, B1, A2, A1])).to.deep.equal([A1, A2, B1, C1]);
    });

    it('a counter sale takes no seat of an overdue booking that has not been ended yet', async () => {
      await locks.bought(locks.bikram, [A1]);
      const booking = await locks.booked(locks.asha);
      expect(await locks.sellAtCounter(locks.asha, booking, [A1], { now: DEADLINE })).to.deep.equal([A1]);
    });
  });

  describe('final sales and released seats', () => {
    it('marking a booking’s seats as paid does not mark seats of other bookings', async () => {
      const [paid, unpaid] = [await locks.bought(locks.asha, [A1]), await locks.bought(locks.asha, [A2])];
      await locks.finalize(paid);
      expect([await locks.statusOf(A1, { now: DEADLINE }), await locks.statusOf(A2, { now: DEADLINE })]).to.deep.equal([
        'booked',
        'nobody',
      ]);
      await locks.releaseBooking(unpaid);
      await locks.finalize(unpaid);
      expect(await locks.statusOf(A2)).to.equal('nobody');
    });

    it('a booking’s seats are put back on sale only once, and are returned sorted by number', async () => {
      const booking = await locks.bought(locks.asha, [B1, A1]);
      await locks.bought(locks.asha, [A2]);
      await locks.bought(locks.asha, [A1], { on: locks.nextDay });
      expect(await locks.releaseBooking(booking)).to.deep.equal([
        { seat: A1, isFree: true },
        { seat: B1, isFree: true },
      ]);
      expect(await locks.releaseBooking(booking)).to.deep.equal([]);
      expect((await locks.hold(locks.bikram, [A1, A2, B1])).held).to.deep.equal([A1, B1]);
    });

    it('ending an overdue booking returns as free only the seats that nobody else holds by then', async () => {
      const booking = await locks.bought(locks.asha, [A1, A2, B1]);
      await locks.hold(locks.bikram, [A1], { now: DEADLINE });
      await locks.hold(locks.asha, [A2], { now: DEADLINE, expiresAt: minutesAfter(DEADLINE, 5) });
      await locks.hold(locks.bikram, [B1], { now: DEADLINE, on: locks.nextDay });
      expect(await locks.releaseBooking(booking, { now: minutesAfter(DEADLINE, 5) })).to.deep.equal([
        { seat: A1, isFree: false },
        { seat: A2, isFree: true },
        { seat: B1, isFree: true },
      ]);
    });
  });

  describe('seats that a late payment takes back', () => {
    const lapsed = async (numbers: readonly SeatNumber[]): Promise<BookingId> => {
      const booking = await locks.bought(locks.asha, numbers);
      await locks.releaseBooking(booking, { now: DEADLINE });
      return booking;
    };

    it('a late payment takes the booking’s released seats back permanently, for the same passengers', async () => {
      const booking = await lapsed([A1, A2]);
      expect(await locks.reclaim(booking, locks.asha, { now: DEADLINE })).to.deep.equal([A1, A2]);
      expect((await locks.hold(locks.bikram, [A1, A2, B1], { now: minutesAfter(DEADLINE, 1_000) })).held).to.deep.equal(
        [B1],
      );
      expect(
        (await engine().bookingViews.find(booking, locks.asha))?.seats.map(({ seat: number }) => number),
      ).to.deep.equal([A1, A2]);
    });

    it('a late payment takes no seat back when one of its seats is sold', async () => {
      const booking = await lapsed([A1, A2]);
      await locks.bought(locks.bikram, [A2]);
      expect(await locks.isReclaimed(booking, locks.asha, { now: before(DEADLINE) })).to.equal(false);
      expect((await locks.hold(locks.bikram, [A1], { now: before(DEADLINE) })).held).to.deep.equal([A1]);
    });

    it('a late payment takes no seat back while a different overdue booking still has one of its seats', async () => {
      const booking = await lapsed([A1, A2]);
      await locks.bought(locks.bikram, [A2]);
      expect(await locks.isReclaimed(booking, locks.asha, { now: DEADLINE })).to.equal(false);
      expect(await locks.statusOf(A1, { now: DEADLINE })).to.equal('nobody');
    });

    it('a late payment takes no seat back while another passenger holds one of its seats', async () => {
      const booking = await lapsed([A1, A2]);
      await locks.hold(locks.bikram, [A2]);
      expect(await locks.isReclaimed(booking, locks.asha, { now: before(LAPSE) })).to.equal(false);
      expect(await locks.statusOf(A1, { now: before(LAPSE) })).to.equal('nobody');
      expect(await locks.isReclaimed(booking, locks.asha, { now: LAPSE })).to.equal(true);
      expect(await locks.sweep({ now: minutesAfter(LAPSE, 60) })).to.deep.equal([]);
    });

    it('a late payment takes no seat back when one of its seats has been put out of use', async () => {
      let booking = 0 as BookingId;
      const otherTrip = await locks.tripWithoutA2(async (id) => {
        booking = await locks.bought(locks.asha, [A1, A2], { on: id });
        await locks.releaseBooking(booking);
      });
      expect(await locks.isReclaimed(booking, locks.asha)).to.equal(false);
      expect((await locks.hold(locks.bikram, [A1], { on: otherTrip })).held).to.deep.equal([A1]);
    });

    it('a late payment ends its passenger’s holds of the seats that it takes back, and no holds if it fails', async () => {
      const booking = await lapsed([A1, A2]);
      await locks.hold(locks.asha, [A1, A2], { expiresAt: minutesAfter(NOW, 1), on: locks.nextDay });
      await locks.hold(locks.asha, [A1, B1]);
      await locks.hold(locks.bikram, [A2], { expiresAt: minutesAfter(NOW, 5) });
      expect(await locks.isReclaimed(booking, locks.asha)).to.equal(false);
      expect(await locks.statusOf(A1, { now: before(LAPSE) })).to.equal('me');
      expect(await locks.statusOf(A1, { now: LAPSE })).to.equal('nobody');
      expect(await locks.isReclaimed(booking, locks.asha, { now: minutesAfter(NOW, 5) })).to.equal(true);
      expect(await locks.release(locks.asha, { now: minutesAfter(NOW, 5) })).to.deep.equal([B1]);
    });

    it('a seat wanted by two late payments goes back to only one of them, however many requests arrive at once', async () => {
      const first = await lapsed([A1]);
      const second = await locks.bought(locks.bikram, [A1]);
      await locks.releaseBooking(second);
      const again = await Promise.all([
        locks.isReclaimed(first, locks.asha, { now: DEADLINE }),
        locks.isReclaimed(second, locks.bikram, { now: DEADLINE }),
      ]);
      expect(again).to.have.members([true, false]);
    });

    it('a late payment takes no seats again for a booking without seats, or for one whose seats were never released', async () => {
      expect(await locks.reclaim(await locks.booked(locks.asha), locks.asha)).to.deep.equal([]);
      expect(await locks.reclaim(await locks.bought(locks.asha, [A1]), locks.asha)).to.deep.equal([]);
    });
  });
});
