import { expect } from 'chai';
import { seatStatus } from '../../../core/seats/seat-map.ts';

describe('the status of a seat', () => {
  it('is blocked before booked before held before free', () => {
    const statuses = [];
    for (const isActive of [false, true]) {
      for (const isBooked of [true, false]) {
        for (const heldBy of ['me', 'another', 'nobody'] as const)
          statuses.push(seatStatus({ isActive, isBooked, heldBy }));
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
  });
});
