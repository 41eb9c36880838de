import { expect } from 'chai';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { placeInTime, pointFaults } from '../../../core/trips/points.ts';

describe('boarding and drop-off points', () => {
  const at = (...minutes: readonly number[]) => minutes.map((minute) => ({ name: 'Kalanki', minutes: minute }));
  const faultsIn = (boarding: readonly number[], dropping: readonly number[] = [], duration = 300) =>
    pointFaults({ boardingPoints: at(...boarding), droppingPoints: at(...dropping) }, duration).map(
      ({ field, message }) => `${field} ${message}`,
    );

  it('a trip’s boarding and drop-off points are listed in order of time, and several may have the same minute', () => {
    expect(faultsIn([-30, 0, 0, 15], [200, 200, 300])).to.deep.equal([]);
    expect(faultsIn([0, 15, 14], [250, 200])).to.deep.equal([
      'boarding_points[2].minutes must not be less than those of the point before',
      'dropping_points[1].minutes must not be less than those of the point before',
    ]);
  });

  it('a trip’s boarding points are at most two hours before departure, and drop-off points between departure and arrival', () => {
    expect(faultsIn([-120, 300], [0, 300])).to.deep.equal([]);
    expect(faultsIn([-121], [-1])).to.deep.equal([
      'boarding_points[0].minutes must be at least -120',
      'dropping_points[0].minutes must be at least 0',
    ]);
    expect(faultsIn([301], [301])).to.deep.equal([
      'boarding_points[0].minutes must be at most 300, when the bus arrives',
      'dropping_points[0].minutes must be at most 300, when the bus arrives',
    ]);
  });

  it('a booking’s boarding point is found on the trip whatever its case, blanks and invisible characters', () => {
    const departsAt = 0 as Instant;
    const place = { name: 'Kathmandu', at: departsAt, stop: 0, tripDepartsAt: departsAt };
    const points = [{ name: 'New Bus Park', minutes: 15 }];
    expect(placeInTime('new\u00a0bus  PARK\u200b', points, place).at).to.equal(minutesAfter(departsAt, 15));
    expect(placeInTime('Newbuspark', points, place).at).to.equal(null);
    expect(placeInTime('\u200b', points, place).at).to.equal(departsAt);
  });
});
