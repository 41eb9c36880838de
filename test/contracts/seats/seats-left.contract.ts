import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TripFilter } from '../../../core/trips/ports.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const EVERYTHING: TripFilter = { departs: { start: START }, order: 'departure_time', limit: 100 };

onEveryEngine('seats left in trip search', (engine) => {
  const search = (filter: Partial<TripFilter> = {}, now = START) =>
    engine().tripSearch.search({ ...EVERYTHING, ...filter }, now);
  const find = (id: TripId, now = START) => engine().tripSearch.find(id, now);

  describe('the number of seats left', () => {
    const left = async (id: TripId, now = START) => (await find(id, now))?.seatsLeft;
    const hold = (tripId: TripId, passenger: UserId, ...numbers: readonly string[]) =>
      engine().transact(({ seatLocks }) =>
        seatLocks.hold({ tripId, passenger, wanted: numbers.map(seat), expiresAt: minutesAfter(START, 10) }, START),
      );

    it('the number of seats left is the number of seats in use that are neither booked nor held', async () => {
      const { id } = await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2', 'C1'] });
      const [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
      await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A1')] });
      await hold(id, bikram, 'B1', 'B2');
      expect([
        await left(id),
        await left(id, minutesAfter(START, 10)),
        await left(id, minutesAfter(START, 15)),
      ]).to.deep.equal([2, 4, 5]);
      await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('C1')], status: 'CONFIRMED' });
      expect(await left(id, daysAfter(START, 1))).to.equal(4);
      await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A2')], status: 'REFUNDED' });
      expect(await left(id, daysAfter(START, 1))).to.equal(4);
    });

    it('the number of seats left counts a held seat only once, even if an overdue booking still has that seat', async () => {
      const { id } = await aTrip(engine());
      await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: id, seats: [seat('A1')] });
      const late = minutesAfter(START, 16);
      const bikram = await aPassengerId(engine());
      await engine().transact(({ seatLocks }) =>
        seatLocks.hold({ tripId: id, passenger: bikram, wanted: [seat('A1')], expiresAt: minutesAfter(late, 5) }, late),
      );
      expect(await left(id, late)).to.equal(3);
    });

    it('the number of seats left on a bus without a seat map is the number of places without an active booking', async () => {
      const { id } = await aTrip(engine(), { seats: 10 });
      const asha = await aPassengerId(engine());
      await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 3, status: 'CONFIRMED' });
      await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 4 });
      await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 1, status: 'CANCELLED' });
      expect([await left(id), await left(id, minutesAfter(START, 15))]).to.deep.equal([3, 7]);
    });

    it('the number of seats left is never below zero', async () => {
      const { operatorId } = await anOperator(engine());
      const bus = { operatorId, registrationNo: 'BA 1 KHA 1' };
      const { id } = await aTrip(engine(), { bus, seats: 5 });
      await aBooking(engine(), {
        userId: await aPassengerId(engine()),
        tripId: id,
        seatsCount: 4,
        status: 'CONFIRMED',
      });
      await aBus(engine(), { ...bus, seats: 2 });
      expect(await left(id)).to.equal(0);
    });

    it('the number of seats left on one trip ignores other trips', async () => {
      const busId = await aBus(engine());
      const [one, other] = [await aTrip(engine(), { busId }), await aTrip(engine(), { busId })];
      await aBooking(engine(), {
        userId: await aPassengerId(engine()),
        tripId: one.id,
        seats: [seat('A1'), seat('A2')],
        status: 'CONFIRMED',
      });
      expect((await search()).map(({ id, seatsLeft }) => [id, seatsLeft])).to.deep.equal([
        [one.id, 2],
        [other.id, 4],
      ]);
    });
  });
});
