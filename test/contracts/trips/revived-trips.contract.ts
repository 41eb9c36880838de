import { expect } from 'chai';
import type { SeatLayout } from '../../../core/fleet/seat-layout.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat, seatsNumbered } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { setStatus } from '../../support/exchange.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('a cancelled trip that an import makes ACTIVE again', (engine) => {
  const MAP = { rows: 1, cols: 4, deckCount: 1 };

  /**
   * Adds a cancelled trip on which seat A1 was sold. Returns functions that change its bus's map and make it ACTIVE
   * again.
   */
  const cancelled = async () => {
    const bus = { registrationNo: 'BA 1 PA 1', operatorId: (await anOperator(engine())).operatorId };
    const trip = await aTrip(engine(), { seats: ['A1', 'A2'], bus });
    const userId = await aPassengerId(engine());
    await aBooking(engine(), { userId, tripId: trip.id, seats: [seat('A1')], status: 'CONFIRMED' });
    await engine().transact((stores) => setStatus(stores, trip, 'CANCELLED'));
    return {
      trip,
      rebuild: (seatMap: SeatLayout | null) => aBus(engine(), { ...bus, totalSeats: 2, seatMap }),
      revive: () => engine().transact((stores) => setStatus(stores, trip, 'ACTIVE')),
    };
  };

  it('a cancelled trip can become ACTIVE again if its bus still has the sold seats', async () => {
    const { trip, rebuild, revive } = await cancelled();
    await rebuild({ ...MAP, seats: seatsNumbered('A1', 'A3') });
    expect(await revive()).to.equal(trip.id);
  });

  for (const [what, seatMap] of [
    ['was removed', { ...MAP, seats: seatsNumbered('A2') }],
    [
      'is out of use',
      { ...MAP, seats: seatsNumbered('A1', 'A2').map((one, index) => ({ ...one, isActive: index > 0 })) },
    ],
    ['was removed with the whole seat map', null],
  ] as const)
    it(`a cancelled trip cannot become ACTIVE again if a seat that was sold on it ${what}`, async () => {
      const { rebuild, revive } = await cancelled();
      await rebuild(seatMap);
      expect(await revive()).to.equal('sold');
    });
});
