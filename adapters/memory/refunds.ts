import type { RefundId } from '../../core/kernel/ids.ts';
import {
  type Refund,
  type RefundRepo,
  canBeSent,
  isOutstanding,
  isRefundOverdue,
  liveClaim,
  mayMoveRefund,
  REFUND_MOVES,
} from '../../core/payments/refund.ts';
import type { RefundRecord } from '../../core/refunds/ports.ts';
import type { RefundRecordStores } from '../../core/refunds/stores.ts';
import { firstOf } from './booking-changes.ts';
import { type State, type StoredRefund, nextId, put } from './state.ts';

/**
 * Whether the gateway was asked for another refund of the payment, and the outcome is still open. Imitates the index
 * `refunds_requested_once`.
 */
const isRequested = (other: Refund, { id, paymentId }: Refund): boolean =>
  other.id !== id && other.paymentId === paymentId && other.status === 'SENT' && other.method === 'AUTOMATIC';

const copyOf = ({ shiftId: _shiftId, ...refund }: StoredRefund): Refund => refund;

export const memoryRefunds = (state: State): RefundRepo => {
  const found = (has: (refund: Refund) => boolean): readonly StoredRefund[] => [...state.refunds.values()].filter(has);

  return {
    async add(refund, createdAt) {
      const [payment, booking] = [state.payments.get(refund.paymentId), state.bookings.get(refund.bookingId)];
      if (!payment || !booking) throw new Error('A refund is of a payment or a booking that is not there.');
      const account = state.refundAccounts.get(firstOf(state, refund.bookingId)) ?? null;
      const fresh = { account, method: null, reference: null, sentAt: null, paidAt: null, failure: null };
      const attempts = {
        count: 0,
        unanswered: 0,
        nextAt: createdAt,
        firstSentAt: null,
        isDoubtful: false,
        releasedBy: null,
      };
      const handling = { addedBy: refund.addedBy ?? null, takenOver: false, claim: null, attempts };
      const of = { operatorId: booking.operatorId, gateway: payment.gateway, ...handling };
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
      if (move === 'payCash' && refund.takenOver) return false;
      const { to } = REFUND_MOVES[move];
      if (move === 'request' && found((other) => isRequested(other, refund)).length > 0)
        throw new Error(`A refund of payment ${refund.paymentId} is at its gateway already.`);
      const present =
        to === 'FAILED' || to === 'DUE' ? state.refundAccounts.get(firstOf(state, refund.bookingId)) : undefined;
      put(state.refunds, {
        ...refund,
        account: present ?? refund.account,
        status: to,
        method: method ?? refund.method,
        reference: reference ?? refund.reference,
        failure: failure ?? null,
        shiftId: shiftId ?? refund.shiftId,
        sentAt: move === 'send' || move === 'request' ? at : refund.sentAt,
        paidAt: to === 'PAID' ? at : refund.paidAt,
        claim: null,
        attempts: { ...refund.attempts, nextAt: null },
      });
      return true;
    },

    async saveAttempts(id, attempts) {
      const refund = state.refunds.get(id);
      if (refund) put(state.refunds, { ...refund, attempts });
    },

    async toAttempt(gateway, now, limit) {
      const isFree = (refund: Refund): boolean =>
        liveClaim(refund.claim, now) === null &&
        (refund.status === 'SENT' ||
          (refund.status === 'DUE' &&
            found(({ paymentId, status }) => paymentId === refund.paymentId && status === 'SENT').length === 0));
      return found((refund) => refund.gateway === gateway && (refund.attempts.nextAt ?? Infinity) <= now)
        .filter(isFree)
        .sort((one, other) => (one.attempts.nextAt ?? 0) - (other.attempts.nextAt ?? 0) || one.id - other.id)
        .slice(0, limit)
        .map(({ id }) => id);
    },

    accountOf: async (id) => state.refundAccounts.get(firstOf(state, id)),

    async nameAccount(id, { kind, holder, number, bank }, namedBy) {
      const first = firstOf(state, id);
      const version = (state.refundAccounts.get(first)?.version ?? 0) + 1;
      const account = { kind, holder, number, bank, version, namedBy };
      state.refundAccounts.set(first, account);
      for (const refund of found((one) => firstOf(state, one.bookingId) === first && canBeSent(one)))
        put(state.refunds, { ...refund, account });
      return account;
    },

    async claim(id, claim) {
      const refund = state.refunds.get(id);
      if (refund) put(state.refunds, { ...refund, claim });
    },

    async takeOver(id) {
      const refund = state.refunds.get(id);
      if (refund?.status !== 'DUE' || refund.takenOver) return false;
      put(state.refunds, { ...refund, takenOver: true });
      return true;
    },

    outstanding: async (now) => ({
      due: found(isOutstanding).length,
      overdue: found((refund) => isRefundOverdue(refund, now)).length,
    }),
  };
};

export const memoryRefundRecords = (state: State): RefundRecordStores['refundRecords'] => {
  const recordOf = (refund: StoredRefund): RefundRecord => ({
    ...copyOf(refund),
    bookingCode: state.bookings.get(refund.bookingId)?.code ?? '',
    claim: refund.claim && { ...refund.claim, fullName: state.users.get(refund.claim.by)?.fullName ?? '' },
  });
  const payerOf = ({ bookingId }: Refund): string => {
    const { channel, userId, contact } = state.bookings.get(bookingId) ?? {};
    return channel === 'COUNTER' ? `phone ${contact?.phone ?? ''}` : `user ${userId}`;
  };
  const isShared = (refund: Refund, other: Refund): boolean =>
    refund.account !== null &&
    refund.account.kind === other.account?.kind &&
    refund.account.number === other.account.number &&
    payerOf(refund) !== payerOf(other);

  return {
    async find(id) {
      const refund = state.refunds.get(id);
      return refund && recordOf(refund);
    },
    async sharing(ids, since) {
      const all = [...state.refunds.values()];
      const counts = all
        .filter(({ id }) => ids.includes(id))
        .map(
          (refund) =>
            [refund.id, all.filter((other) => other.createdAt >= since && isShared(refund, other)).length] as const,
        );
      return new Map(counts.filter(([, others]) => others > 0));
    },
  };
};
