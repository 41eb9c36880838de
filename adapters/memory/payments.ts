import type { PaymentId } from '../../core/kernel/ids.ts';
import {
  type Payment,
  type PaymentStatus,
  isSettled,
  mayMove,
  MOVES,
  RESOLUTIONS,
} from '../../core/payments/payment.ts';
import type { CallbackLog, PaymentRepo } from '../../core/payments/ports.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { type StoredPayment, type State, nextId } from './state.ts';

const copyOf = ({
  raw: _raw,
  updatedAt: _updatedAt,
  shiftId: _shiftId,
  paidAt: _paidAt,
  ...payment
}: StoredPayment): Payment => payment;

export const memoryPayments = (state: State, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): PaymentRepo => {
  const all = (): readonly StoredPayment[] => [...state.payments.values()];

  return {
    async add({ shiftId, gatewayId, payBefore, openingUntil, ...payment }) {
      const id = nextId<PaymentId>(state);
      const unasked = {
        enquiries: 0,
        askedByReturns: 0,
        reconciliations: 0,
        enquiredAt: undefined,
        enquiringUntil: undefined,
      };
      const fresh = { status: 'INITIATED', updatedAt: payment.createdAt, ...unasked, resolution: undefined } as const;
      state.payments.set(id, {
        ...payment,
        ...fresh,
        id,
        gatewayId,
        payBefore: payBefore ?? payment.createdAt,
        page: undefined,
        openingUntil,
        unclear: undefined,
        gatewayAmount: undefined,
        reference: undefined,
        raw: undefined,
        shiftId,
        paidAt: undefined,
      });
      recordChange({ thing: 'payment', state: 'INITIATED', gateway: payment.gateway });
      return id;
    },

    async find(transactionUuid) {
      const payment = all().find((known) => known.transactionUuid === transactionUuid);
      return payment && copyOf(payment);
    },

    async findAtGateway(gateway, gatewayId) {
      const payment = all().find((known) => known.gateway === gateway && known.gatewayId === gatewayId);
      return payment && copyOf(payment);
    },

    async get(id) {
      const payment = state.payments.get(id);
      return payment && copyOf(payment);
    },

    ofBooking: async (booking) =>
      all()
        .filter(({ bookingId }) => bookingId === booking)
        .map(copyOf),

    async move(id, move, at, { reference, raw } = {}) {
      const payment = state.payments.get(id);
      if (!payment || !mayMove(payment.status, move)) return false;
      Object.assign(payment, { status: MOVES[move].to, updatedAt: at });
      recordChange({ thing: 'payment', state: MOVES[move].to, gateway: payment.gateway });
      if (reference !== undefined) payment.reference = reference;
      if (raw !== undefined) payment.raw = raw;
      if (payment.status === 'COMPLETE') {
        payment.paidAt ??= at;
        Object.assign(payment, { unclear: undefined, gatewayAmount: undefined });
      }
      if (isSettled(payment.status)) payment.nextEnquiryAt = undefined;
      return true;
    },

    async resolve(id, resolution, at) {
      const payment = state.payments.get(id);
      const { from, to } = RESOLUTIONS[resolution.as];
      if (!payment || !(from as readonly PaymentStatus[]).includes(payment.status)) return false;
      Object.assign(payment, { status: to, updatedAt: at, nextEnquiryAt: undefined, resolution });
      recordChange({ thing: 'payment', state: to, gateway: payment.gateway });
      return true;
    },

    async leaveUnclear(id, { why, gatewayAmount }, at, { raw } = {}) {
      const payment = state.payments.get(id);
      if (!payment || isSettled(payment.status) || payment.resolution) return false;
      Object.assign(payment, { status: 'AMBIGUOUS', updatedAt: at, unclear: why, gatewayAmount, ...(raw && { raw }) });
      recordChange({ thing: 'payment', state: 'AMBIGUOUS', gateway: payment.gateway });
      return true;
    },

    async settle(id, by, at) {
      const payment = state.payments.get(id);
      if (payment?.status !== 'AMBIGUOUS' || !payment.unclear) return false;
      const resolution = { as: 'COMPLETE', by } as const;
      Object.assign(payment, { status: 'COMPLETE', updatedAt: at, paidAt: at, nextEnquiryAt: undefined, resolution });
      recordChange({ thing: 'payment', state: 'COMPLETE', gateway: payment.gateway });
      return true;
    },

    async keepPage(id, gatewayId, page, raw) {
      const payment = state.payments.get(id);
      if (payment) Object.assign(payment, { gatewayId, page, raw, openingUntil: undefined });
    },

    unopened: async (now, limit) =>
      all()
        .flatMap((payment) =>
          payment.openingUntil !== undefined && payment.openingUntil <= now && payment.status === 'INITIATED'
            ? [{ payment, until: payment.openingUntil }]
            : [],
        )
        .sort((one, other) => one.until - other.until)
        .slice(0, limit)
        .map(({ payment }) => copyOf(payment)),

    async abandonAll(booking, at) {
      for (const payment of state.payments.values()) {
        if (payment.bookingId === booking && mayMove(payment.status, 'abandon'))
          Object.assign(payment, { status: MOVES.abandon.to, updatedAt: at });
      }
    },

    async claimEnquiry({ id, enquiries }, asker, now, until) {
      const payment = state.payments.get(id);
      if (payment?.enquiries !== enquiries || !isFree(payment, now) || isOver(payment)) return false;
      const next = { enquiringUntil: until, nextEnquiryAt: until };
      Object.assign(payment, { enquiries: enquiries + 1, enquiredAt: now, ...next });
      if (asker === 'callback') payment.askedByReturns += 1;
      if (asker === 'reconciliation') payment.reconciliations += 1;
      return true;
    },

    async planEnquiry(id, at) {
      const payment = state.payments.get(id);
      if (!payment || isOver(payment) || (payment.nextEnquiryAt ?? Infinity) <= at) return;
      payment.nextEnquiryAt = at;
    },

    async endEnquiry(id, next) {
      const payment = state.payments.get(id);
      if (payment) Object.assign(payment, { enquiringUntil: undefined, nextEnquiryAt: next });
    },

    due: async (gateway, now, limit) =>
      all()
        .flatMap((payment) =>
          payment.nextEnquiryAt !== undefined && payment.nextEnquiryAt < now
            ? [{ payment, at: payment.nextEnquiryAt }]
            : [],
        )
        .filter(({ payment }) => payment.gateway === gateway && isFree(payment, now))
        .sort((one, other) => one.at - other.at)
        .slice(0, limit)
        .map(({ payment }) => copyOf(payment)),
  };
};

/** Whether the gateway must not be asked about the payment, because the payment is not open yet or has ended. */
const isOver = ({ status, resolution, openingUntil }: Payment): boolean =>
  isSettled(status) || resolution !== undefined || openingUntil !== undefined;

const isFree = ({ enquiringUntil }: Payment, now: number): boolean =>
  enquiringUntil === undefined || enquiringUntil <= now;

export const memoryCallbacks = (state: State): CallbackLog => ({
  async add(entry, at) {
    state.callbacks.push({ entry, at });
  },

  of: async (transactionUuid) =>
    state.callbacks.map(({ entry }) => entry).filter((entry) => entry.transactionUuid === transactionUuid),

  async countReturns(payment, payload) {
    const all = state.callbacks.filter(({ entry }) => entry.paymentId === payment && entry.source !== 'ENQUIRY');
    return { all: all.length, same: all.filter(({ entry }) => entry.payload === payload).length };
  },

  async pruneUnknown(before, limit) {
    const old = new Set(
      state.callbacks.filter(({ entry, at }) => entry.paymentId === undefined && at < before).slice(0, limit),
    );
    state.callbacks.splice(0, Infinity, ...state.callbacks.filter((said) => !old.has(said)));
    return old.size;
  },
});
