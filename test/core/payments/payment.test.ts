import { expect } from 'chai';
import { arrivalAt, isOfUse } from '../../../core/payments/settlement.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import {
  type PaymentMove,
  type PaymentStatus,
  isTransactionUuid,
  mayMove,
  MOVES,
} from '../../../core/payments/payment.ts';
import { START } from '../../support/clock.ts';

const STATUSES: readonly PaymentStatus[] = [
  'INITIATED',
  'PENDING',
  'COMPLETE',
  'CANCELED',
  'FAILED',
  'AMBIGUOUS',
  'FULL_REFUND',
  'PARTIAL_REFUND',
];
const FINAL: readonly PaymentStatus[] = ['FULL_REFUND', 'PARTIAL_REFUND'];

/** Every state that a payment can reach from a given state. */
function reachable(from: PaymentStatus): readonly PaymentStatus[] {
  const moves = (Object.keys(MOVES) as PaymentMove[])
    .filter((move) => mayMove(from, move))
    .map((move) => MOVES[move].to);
  return STATUSES.filter((status) => (moves as readonly PaymentStatus[]).includes(status));
}

describe('payment states', () => {
  it('a payment that is not settled yet can move to every other status that a gateway reports', () => {
    for (const status of ['INITIATED', 'PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS'] as const)
      expect(reachable(status), status).to.deep.equal(STATUSES);
  });

  it('a COMPLETE payment can change only to a refunded one', () => {
    expect(reachable('COMPLETE')).to.deep.equal(FINAL);
  });

  it('a refunded payment can no longer change its status', () => {
    for (const status of FINAL) expect(reachable(status), status).to.deep.equal([]);
  });

  it('a passenger’s cancellation at the gateway ends only an INITIATED or PENDING payment', () => {
    expect(STATUSES.filter((status) => mayMove(status, 'abandon'))).to.deep.equal(['INITIATED', 'PENDING']);
    expect(MOVES.abandon.to).to.equal('CANCELED');
  });
});

describe('transaction UUIDs', () => {
  it('a transaction UUID is a UUID of version 4', () => {
    expect(isTransactionUuid('7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11')).to.equal(true);
    const others = [
      '',
      '250610-162413',
      '7D1C5F9E-5F0E-4A52-9D0A-0E8F3B6F8A11',
      '7d1c5f9e-5f0e-1a52-9d0a-0e8f3b6f8a11',
      '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11\n',
      '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a1\0',
    ];
    for (const other of others) expect(isTransactionUuid(other), JSON.stringify(other)).to.equal(false);
  });
});

describe('payments that arrive', () => {
  const paymentDeadline = minutesAfter(START, 15);

  it('a payment that arrives before the payment deadline is in time, and at the deadline it is late', () => {
    const booking = { status: 'PENDING_PAYMENT', paymentDeadline } as const;
    expect([arrivalAt(booking, minutesAfter(START, 14.99)), arrivalAt(booking, paymentDeadline)]).to.deep.equal([
      'in time',
      'late',
    ]);
  });

  it('a payment is late for an expired booking, a duplicate for a paid booking, and due for refund for a cancelled booking', () => {
    const ways = {
      EXPIRED: 'late',
      CONFIRMED: 'duplicate',
      CHECKED_IN: 'duplicate',
      COMPLETED: 'duplicate',
      CANCELLED: 'cancelled',
      REFUNDED: 'cancelled',
    } as const;
    for (const status of Object.keys(ways) as (keyof typeof ways)[]) {
      for (const at of [START, paymentDeadline])
        expect(arrivalAt({ status, paymentDeadline }, at), status).to.equal(ways[status]);
    }
  });

  it('a payment gets its seats only if the trip is neither cancelled nor departed', () => {
    const departsAt = minutesAfter(START, 60);
    const arrivesAt = minutesAfter(START, 120);
    const trip = { status: 'ACTIVE', departsAt, arrivesAt, departedAt: null } as const;
    const isOfUseTo = (channel: 'ONLINE' | 'COUNTER') => [
      isOfUse({ channel }, trip, START),
      isOfUse({ channel }, trip, departsAt),
      isOfUse({ channel }, { ...trip, departedAt: START }, START),
      isOfUse({ channel }, trip, arrivesAt),
      isOfUse({ channel }, { ...trip, status: 'CANCELLED' }, START),
    ];
    expect(isOfUseTo('ONLINE')).to.deep.equal([true, false, false, false, false]);
    expect(isOfUseTo('COUNTER')).to.deep.equal([true, true, true, false, false]);
  });
});
