import { paisa } from '../../../core/kernel/money.ts';
import { type RefundRepo, REFUND_REASONS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import type { FoundPayments, RefundFilter, RefundRecords } from '../../../core/refunds/ports.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, LIMIT, NOW, OPERATOR, PAYMENT, REFUND, SINCE, USER } from './rows.ts';

export const REFUND_CALLS: Calls<Stores, RefundRepo> = {
  add: ({ refunds }) =>
    refunds.add({ paymentId: PAYMENT, bookingId: BOOKING, reason: 'LATE_PAYMENT', amount: paisa(1), dueAt: NOW }, NOW),
  get: ({ refunds }) => refunds.get(REFUND),
  ofPayment: ({ refunds }) => refunds.ofPayment(PAYMENT),
  ofBooking: ({ refunds }) => refunds.ofBooking(BOOKING),
  move: ({ refunds }) => refunds.move(REFUND, 'send', NOW, { method: 'BANK', reference: '1' }),
  accountOf: ({ refunds }) => refunds.accountOf(BOOKING),
  nameAccount: async ({ refunds }) => {
    // The first call adds the bank account that refunds of the booking go to. The second call replaces it.
    for (const number of ['12345', '54321'])
      await refunds.nameAccount(BOOKING, { kind: 'BANK', holder: 'Asha', number, bank: 'Any' }, 'PASSENGER', NOW);
  },
  saveAttempts: ({ refunds }) =>
    refunds.saveAttempts(REFUND, {
      count: 1,
      unanswered: 0,
      nextAt: NOW,
      firstSentAt: NOW,
      isDoubtful: false,
      releasedBy: USER,
    }),
  toAttempt: ({ refunds }) => refunds.toAttempt('ESEWA', NOW, LIMIT),
  claim: ({ refunds }) => refunds.claim(REFUND, { by: USER, until: NOW }),
  takeOver: ({ refunds }) => refunds.takeOver(REFUND),
  outstanding: ({ refunds }) => refunds.outstanding(NOW),
};

export const FOUND_PAYMENT_CALLS: Calls<Stores, FoundPayments> = {
  startedSince: ({ foundPayments }) => foundPayments.startedSince('ESEWA', SINCE),
  add: ({ foundPayments }) =>
    foundPayments.add(
      { gateway: 'ESEWA', reference: '000AWEO', amount: paisa(1), at: NOW, dueAt: NOW, addedBy: USER },
      NOW,
    ),
  explaining: ({ foundPayments }) => foundPayments.explaining(PAYMENT),
  lock: ({ foundPayments }) => foundPayments.lock(PAYMENT),
};

const FILTERS: readonly RefundFilter[] = [
  {},
  ...REFUND_STATUSES.flatMap((status) => [{ status }, { status, reason: 'GOODWILL' as const }]),
  ...REFUND_REASONS.map((reason) => ({ reason })),
].flatMap((filter) => [filter, ...[true, false].map((is) => ({ ...filter, overdue: { is, now: NOW } }))]);

export const REFUND_VIEW_CALLS: Calls<Views, RefundRecords> = {
  list: async ({ refundRecords }) => {
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, REFUND] }])
      for (const filter of FILTERS) {
        await refundRecords.list(filter, page);
        await refundRecords.list({ ...filter, operatorId: OPERATOR }, page);
        await refundRecords.list({ ...filter, operatorId: OPERATOR, atCounter: true }, page);
      }
  },
  find: ({ refundRecords }) => refundRecords.find(REFUND),
  sharing: ({ refundRecords }) => refundRecords.sharing([REFUND], NOW),
};
