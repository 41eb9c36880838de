import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { aRoad } from '../../support/roads.ts';

onEveryServer(
  'reports of bookings between stops',
  (api) => {
    it('the sales report counts a seat sold between stops on the day on which the bus leaves the passenger’s first stop', async () => {
      const { id: owner, operatorId } = await anOperator(api().dependencies);
      const token = staffTokenOf('MANAGER', owner, operatorId);
      const seats = Array.from({ length: 40 }, (_, index) => `S${index + 1}`);
      // The trip departs in the evening of the 21st. It reaches Mugling after midnight, in Nepal's time.
      const departsAt = hoursAfter(START, 37);
      const { id: tripId } = await aRoad(api().dependencies, {
        between: ['Mugling'],
        seats,
        bus: { operatorId },
        departsAt,
      });
      const userId = await aPassengerId(api().dependencies);
      const sell = (count: number, from: number, to: number) =>
        aBooking(api().dependencies, {
          userId,
          tripId,
          status: 'CONFIRMED',
          seats: seats.slice(0, count).map(seat),
          section: { from, to },
        });
      await sell(40, 0, 1);
      await sell(20, 1, 2);
      const report = async (by: string): Promise<Json> =>
        (await api().get(`/api/operator/reports/sales?from=2026-11-20&to=2026-11-25&by=${by}`, token)).json;
      const figuresOf = ({ trips, seats_offered, seats_sold, occupancy }: Json) => [
        trips,
        seats_offered,
        seats_sold,
        occupancy,
      ];
      const { rows, total } = await report('route');
      expect(Object.fromEntries(rows.map((row: Json) => [row.label, figuresOf(row)]))).to.deep.equal({
        'Kathmandu – Pokhara': [1, 40, 0, 0.75],
        'Kathmandu – Mugling': [0, 0, 40, 0],
        'Mugling – Pokhara': [0, 0, 20, 0],
      });
      expect(figuresOf(total)).to.deep.equal([1, 40, 60, 0.75]);
      const days = await report('day');
      expect(days.rows.map((row: Json) => [row.key, ...figuresOf(row)])).to.deep.equal([
        ['2026-11-21', 1, 40, 40, 0.75],
        ['2026-11-22', 0, 0, 20, 0],
      ]);
    });
  },
  { overrides: { authenticate } },
);
