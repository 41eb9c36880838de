import type { RefundId } from '../../core/kernel/ids.ts';
import {
  isOutstanding,
  isPaidAtCounter,
  isRefundOverdue,
  mayMoveRefund,
  REFUND_MOVES,
} from '../../core/payments/refund.ts';
import type { Refund, RefundRepo } from '../../core/payments/refund.ts';
import type { RefundFilter, RefundRecord, RefundRecords } from '../../core/refunds/ports.ts';
import { listed } from './keyset.ts';
import { nextId, put } from './state.ts';
import type { State, StoredRefund } from './state.ts';

const copyOf = ({ shiftId: _shiftId, ...refund }: StoredRefund): Refund => refund;

export const memoryRefunds = (state: State): RefundRepo => {
  const found = (has: (refund: Refund) => boolean): readonly StoredRefund[] => [...state.refunds.values()].filter(has);

  return {
    async add(refund, createdAt) {
      const [payment, booking] = [state.payments.get(refund.paymentId), state.bookings.get(refund.bookingId)];
      if (!payment || !booking) throw new Error('A refund is of a payment or a booking that is not there.');
      const fresh = { account: null, method: null, reference: null, sentAt: null, paidAt: null, failure: null };
      const of = { operatorId: booking.operatorId, gateway: payment.gateway };
      const id = nextId<RefundId>(state);
      return put(state.refunds, { ...refund, ...of, ...fresh, id, status: 'DUE', createdAt, shiftId: undefined });
    },
    async get(id) {
      const refund = state.refunds.get(id);
      return refund && copyOf(refund);
    },
    ofPayment: async (id) => found(({ paymentId }) => paymentId === id).map(copyOf),
    ofBooking: async (id) => found(({ bookingId }) => bookingId === id).map(copyOf),

    async move(id, move, at, { method, reference, failure, shiftId } = {}) {
      const refund = state.refunds.get(id);
      if (!refund || !mayMoveRefund(refund.status, move)) return false;
      const { to } = REFUND_MOVES[move];
      put(state.refunds, {
        ...refund,
        status: to,
        method: method ?? refund.method,
        reference: reference ?? refund.reference,
        failure: failure ?? null,
        shiftId: shiftId ?? refund.shiftId,
        sentAt: to === 'SENT' ? at : refund.sentAt,
        paidAt: to === 'PAID' ? at : refund.paidAt,
      });
      return true;
    },

    async nameAccount(id, account) {
      const open = found(({ bookingId, status }) => bookingId === id && (status === 'DUE' || status === 'FAILED'));
      for (const refund of open) put(state.refunds, { ...refund, account });
      return open.length;
    },

    outstanding: async (now) => ({
      due: found(isOutstanding).length,
      overdue: found((refund) => isRefundOverdue(refund, now)).length,
    }),
  };
};

export const memoryRefundRecords = (state: State): RefundRecords => {
  const recordOf = (refund: StoredRefund): RefundRecord => ({
    ...copyOf(refund),
    bookingCode: state.bookings.get(refund.bookingId)?.code ?? '',
  });
  const fits = (refund: Refund, { status, reason, overdue, operatorId, atCounter }: RefundFilter): boolean =>
    (status === undefined || refund.status === status) &&
    (reason === undefined || refund.reason === reason) &&
    (overdue === undefined || isRefundOverdue(refund, overdue.now) === overdue.is) &&
    (operatorId === undefined || refund.operatorId === operatorId) &&
    (atCounter === undefined || isPaidAtCounter(refund));

  return {
    list: async (filter, page) =>
      listed(
        [...state.refunds.values()].filter((refund) => fits(refund, filter)).map(recordOf),
        page,
        ({ dueAt, id }) => [dueAt, id],
        'asc',
      ),
    async find(id) {
      const refund = state.refunds.get(id);
      return refund && recordOf(refund);
    },
  };
};
