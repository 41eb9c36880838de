import { expect } from 'chai';
import { seatStatus } from '../../../core/seats/seat-map.ts';

describe('the status of a seat', () => {
  it('a seat with several states is shown as the first of these: out of use, booked, held, blocked, free', () => {
    const statuses = [];
    for (const isActive of [false, true]) {
      for (const isBooked of [true, false]) {
        for (const heldBy of ['me', 'another', 'nobody'] as const)
          statuses.push(seatStatus({ isActive, isBooked, isBlocked: false, heldBy }));
      }
    }
    expect(statuses).to.deep.equal([
      'BLOCKED',
      'BLOCKED',
      'BLOCKED',
      'BLOCKED',
      'BLOCKED',
      'BLOCKED',
      'BOOKED',
      'BOOKED',
      'BOOKED',
      'LOCKED_BY_ME',
      'LOCKED',
      'AVAILABLE',
    ]);
    const free = { isActive: true, isBooked: false, heldBy: 'nobody' } as const;
    expect(seatStatus({ ...free, isBlocked: true })).to.equal('BLOCKED');
    expect(seatStatus({ ...free, isBlocked: true, isBooked: true })).to.equal('BOOKED');
  });
});
