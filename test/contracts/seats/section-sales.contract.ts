import { expect } from 'chai';
import type { Section } from '../../../core/trips/sections.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';
import { A1, NOW } from '../../support/seat-locks.ts';

onEveryEngine('counter sales between stops', (engine) => {
  it('a counter sale takes a seat only between stops where nobody has bought or holds that seat', async () => {
    const { id: tripId } = await aRoad(engine(), { between: ['Mugling', 'Damauli'], seats: ['A1'] });
    const [asha, seller] = [await aPassengerId(engine()), await aPassengerId(engine())];
    const sell = async (section: Section) => {
      const { id: booking } = await aBooking(engine(), { userId: seller, tripId });
      const sale = { tripId, seller, booking, seats: [sitting(A1)], paymentDeadline: null, lent: [], section };
      return engine().transact(({ seatLocks }) => seatLocks.sellAtCounter(sale, NOW));
    };
    const hold = { tripId, passenger: asha, wanted: [A1], expiresAt: minutesAfter(NOW, 10) };
    await engine().transact(({ seatLocks }) => seatLocks.hold({ ...hold, section: { from: 0, to: 1 } }, NOW));
    expect(await sell({ from: 0, to: 3 })).to.deep.equal([A1]);
    expect(await sell({ from: 1, to: 2 })).to.deep.equal([]);
    expect(await sell({ from: 1, to: 3 })).to.deep.equal([A1]);
    expect(await sell({ from: 2, to: 3 })).to.deep.equal([]);
    const taken = await engine().transact(({ seatLocks }) => seatLocks.takenSections(tripId, [A1]));
    expect(taken.map(({ from, to, status }) => `${from}-${to} ${status}`).sort()).to.deep.equal([
      '0-1 LOCKED',
      '1-2 BOOKED',
      '2-3 BOOKED',
    ]);
  });
});
