import { expect } from 'chai';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aDay, markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

describe('sales while the clock is set', () => {
  for (const hours of [-3, 3])
    it(`a clock that is set by ${hours} hours and back loses no booking, sells no seat twice and counts no place below zero`, async () => {
      const engine = memoryEngine();
      const { paying, asha, bus, minibus, book, pay, audit } = await aDay(engine);
      const { clock } = paying;
      const bikram = await aPassengerId(engine);
      const statusOf = async (id: BookingId) => (await engine.bookingViews.find(id, asha))?.status;
      /** Tries to take all seats for another passenger. Returns the seats that the passenger gets, for a moment. */
      const takeSeats = async (): Promise<readonly string[]> => {
        const [tripId, expiresAt] = [bus.id, minutesAfter(clock(), 10)];
        const wanted = ['A1', 'A2', 'A3'].map(seat);
        return engine.transact(async ({ seatLocks }) => {
          const { held } = await seatLocks.hold({ tripId, passenger: bikram, wanted, expiresAt }, clock());
          await seatLocks.release(tripId, bikram, clock());
          return held;
        });
      };
      const placesLeft = async () => {
        const map = await engine.seatMaps.view(minibus.id, undefined, clock());
        return map && !map.hasSeatMap ? map.seatsLeft : undefined;
      };
      const [paid, unpaid] = [await book('A1'), await book('A2')];
      await pay(paid);
      await aBooking(engine, { userId: asha, tripId: minibus.id, seatsCount: 5, bookedAt: clock() });

      const isAhead = hours > 0;
      clock.set(hoursAfter(START, hours));
      await paying.expire();
      const between = await book('A3');
      expect(await statusOf(unpaid.id)).to.equal(isAhead ? 'EXPIRED' : 'PENDING_PAYMENT');
      expect(await takeSeats()).to.deep.equal(isAhead ? ['A2'] : []);
      expect(await placesLeft()).to.equal(isAhead ? 12 : 7);

      clock.set(minutesAfter(START, 20));
      await paying.expire();
      await paying.expire();
      expect(await statusOf(paid.id)).to.equal('CONFIRMED');
      expect(await statusOf(unpaid.id)).to.equal('EXPIRED');
      expect(await statusOf(between.id)).to.equal(isAhead ? 'PENDING_PAYMENT' : 'EXPIRED');
      expect(await takeSeats()).to.deep.equal(isAhead ? ['A2'] : ['A2', 'A3']);
      expect(await placesLeft()).to.equal(12);
      await markPublished(engine);
      expect((await audit()).findings).to.deep.equal([]);
    });
});
