import type { PaymentId } from '../../core/kernel/ids.ts';
import { isSettled, mayMove, MOVES } from '../../core/payments/payment.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { PaymentRepo } from '../../core/payments/ports.ts';
import { nextId } from './state.ts';
import type { KeptPayment, State } from './state.ts';

const copyOf = ({ reference: _reference, raw: _raw, updatedAt: _updatedAt, ...payment }: KeptPayment): Payment => payment;

export const memoryPayments = (state: State): PaymentRepo => {
  const all = (): readonly KeptPayment[] => [...state.payments.values()];

  return {
    async add(payment) {
      const id = nextId<PaymentId>(state);
      const fresh = { status: 'INITIATED', updatedAt: payment.createdAt, enquiries: 0, enquiredAt: undefined, enquiringUntil: undefined } as const;
      state.payments.set(id, { ...payment, ...fresh, id, reference: undefined, raw: undefined });
      return id;
    },

    async find(transactionUuid) {
      const payment = all().find((known) => known.transactionUuid === transactionUuid);
      return payment && copyOf(payment);
    },

    ofBooking: async (booking) => all().filter(({ bookingId }) => bookingId === booking).map(copyOf),

    async move(id, move, at, { reference, raw } = {}) {
      const payment = state.payments.get(id);
      if (!payment || !mayMove(payment.status, move)) return false;
      Object.assign(payment, { status: MOVES[move].to, updatedAt: at });
      if (reference !== undefined) payment.reference = reference;
      if (raw !== undefined) payment.raw = raw;
      if (isSettled(payment.status)) payment.nextEnquiryAt = undefined;
      return true;
    },

    async abandonAll(booking, at) {
      for (const payment of state.payments.values()) {
        if (payment.bookingId === booking && mayMove(payment.status, 'abandon')) Object.assign(payment, { status: MOVES.abandon.to, updatedAt: at });
      }
    },

    async claimEnquiry({ id, enquiries }, now, until) {
      const payment = state.payments.get(id);
      if (payment?.enquiries !== enquiries || !isFree(payment, now)) return false;
      Object.assign(payment, { enquiries: enquiries + 1, enquiredAt: now, enquiringUntil: until });
      return true;
    },

    async endEnquiry(id, next) {
      const payment = state.payments.get(id);
      if (payment) Object.assign(payment, { enquiringUntil: undefined, nextEnquiryAt: next });
    },

    due: async (since, now, limit) =>
      all()
        .flatMap((payment) => (payment.nextEnquiryAt !== undefined && payment.nextEnquiryAt < now ? [{ payment, at: payment.nextEnquiryAt }] : []))
        .filter(({ payment }) => payment.createdAt > since && isFree(payment, now))
        .sort((one, other) => one.at - other.at)
        .slice(0, limit)
        .map(({ payment }) => copyOf(payment)),
  };
};

const isFree = ({ enquiringUntil }: Payment, now: number): boolean => enquiringUntil === undefined || enquiringUntil <= now;
