import type { LedgerEntry } from '../ledger/entry.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { GatewayFacts } from '../payments/gateway.ts';
import type { BookingOnRecord, PaymentOnRecord, RefundOnRecord } from './ports.ts';

/*
 * The rows that the ledger must have, computed from bookings, payments and refunds. Shares no code with the writing of
 * the ledger, not even rounding. A shared function would confirm its own mistake.
 */

/** The columns of a ledger row without its moment. */
export type Columns = Omit<LedgerEntry, 'id' | 'at'>;

/** A row that has to be in the ledger. */
export interface DueRow extends Columns {
  /** The moment of the row's event; null if unknown. */
  readonly at: Instant | null;
  /** The row's subject if no column names it: `settlement 5`. */
  readonly about?: string;
}

const NAMES_NOTHING = {
  bookingId: null,
  operatorId: null,
  paymentId: null,
  refundId: null,
  statementId: null,
  gateway: null,
  adjustmentId: null,
  receiptId: null,
} as const;

type RowValues = Pick<Columns, 'kind' | 'debit' | 'credit'> & Partial<Columns> & Pick<DueRow, 'about'>;

/** A list with the due row; empty for an amount of zero. */
export const dueRow = (at: Instant | null, amount: number, values: RowValues): readonly DueRow[] =>
  amount === 0 ? [] : [{ ...NAMES_NOTHING, ...values, amount: amount as Paisa, at }];

/** A share in hundredths of a percent, half a paisa rounded up. */
const shareOf = (amount: number, rate: BasisPoints): number =>
  Number((BigInt(amount) * BigInt(rate) + 5_000n) / 10_000n);

const sumOf = (refunds: readonly RefundOnRecord[]): number => refunds.reduce((all, { amount }) => all + amount, 0);

/** Facts about gateways that say which of them pay refunds. */
export type Known = readonly Pick<GatewayFacts, 'name' | 'paysOutTo'>[];

/** Every row about a booking, from its payment to its last refund. */
export const rowsOfBooking = (booking: BookingOnRecord, known: Known): readonly DueRow[] => [
  ...booking.payments.flatMap((payment) => arrival(booking, payment)),
  ...earning(booking),
  ...booking.payments.flatMap((payment) => cancellation(booking, payment)),
  ...booking.payments.flatMap((payment) =>
    payment.refunds.flatMap((refund) => refunding(booking, payment, refund, known)),
  ),
];

const about = ({ id, operatorId }: BookingOnRecord) => ({ bookingId: id, operatorId });

const isTakenByCompany = ({ gateway }: PaymentOnRecord): boolean => gateway === 'CASH' || gateway === 'QR';

/** Reasons to give back all that came, which paid for no booking. */
const UNUSED = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'];

/** The refund of a payment that came late, twice or with another amount. */
export const refundOfUnused = ({ refunds }: PaymentOnRecord): RefundOnRecord | undefined =>
  refunds.find(({ reason }) => UNUSED.includes(reason));

/** The amount that arrived: the payment's own, unless its refund names another. */
export const arrivedOf = (payment: PaymentOnRecord): Paisa => {
  const unused = refundOfUnused(payment);
  return unused?.reason === 'AMOUNT_DIFFERS' ? unused.amount : payment.amount;
};

/** True if the payment's money arrived. Money that the gateway returned before the service knew of it never arrived. */
export const hasCome = ({ status, refunds }: PaymentOnRecord): boolean => status === 'COMPLETE' || refunds.length > 0;

/** True if the payment arrived and paid the booking. */
const isKept = (payment: PaymentOnRecord): boolean => hasCome(payment) && refundOfUnused(payment) === undefined;

/** The price of the booking when it was made: its parts have been cancelled since. */
export const madeFor = ({ total, parts }: BookingOnRecord): number =>
  parts.reduce((all, { amount }) => all + amount, Number(total));

/** Whether the refund is that of a part of the booking. */
export const isOfPart = ({ parts }: BookingOnRecord, { id }: Pick<RefundOnRecord, 'id'>): boolean =>
  parts.some(({ refundId }) => refundId === id);

function arrival(booking: BookingOnRecord, payment: PaymentOnRecord): readonly DueRow[] {
  if (!hasCome(payment)) return [];
  const unused = refundOfUnused(payment);
  const where = isTakenByCompany(payment)
    ? ({ debit: 'CASH' } as const)
    : ({ debit: 'GATEWAY', gateway: payment.gateway } as const);
  return dueRow(payment.paidAt, unused ? arrivedOf(payment) : madeFor(booking), {
    ...about(booking),
    ...where,
    kind: 'PAYMENT',
    credit: unused ? 'REFUND_DUE' : 'UNEARNED',
    paymentId: payment.id,
    refundId: unused?.id ?? null,
  });
}

function earning(booking: BookingOnRecord): readonly DueRow[] {
  const { earnedAt, commissionRate, parts } = booking;
  if (earnedAt === null) return [];
  const total = parts.reduce((all, { wasEarned, amount }) => all + (wasEarned ? amount : 0), Number(booking.total));
  const commission = shareOf(total, commissionRate);
  const values = { ...about(booking), kind: 'EARNED', debit: 'UNEARNED' } as const;
  return [
    ...dueRow(earnedAt, total - commission, { ...values, credit: 'OPERATOR' }),
    ...dueRow(earnedAt, commission, { ...values, credit: 'COMMISSION' }),
  ];
}

/** Money of all or some seats of a booking that were cancelled. */
interface CancelledMoney {
  readonly at: Instant | null;
  readonly amount: number;
  readonly fee: number;
  /** The refund. Earlier goodwill may have made it smaller than the amount less the fee. */
  readonly back: number;
  readonly refundId: RefundOnRecord['id'] | null;
  /** The price of all seats that the booking had before. */
  readonly before: number;
  readonly isAfterEarned: boolean;
}

function cancellation(booking: BookingOnRecord, payment: PaymentOnRecord): readonly DueRow[] {
  if (!isKept(payment)) return [];
  let before = madeFor(booking);
  const ofParts = booking.parts.flatMap(({ at, amount, fee, refund, refundId, wasEarned }) => {
    const money = { at, amount, fee, back: Number(refund), refundId, before, isAfterEarned: wasEarned };
    before -= amount;
    return shared(booking, payment, money);
  });
  return [...ofParts, ...lastCancellation(booking, payment)];
}

/** The cancellation of the last seats. */
function lastCancellation(booking: BookingOnRecord, payment: PaymentOnRecord): readonly DueRow[] {
  const { status, total, cancelledAt, cancellationFee, earnedAt } = booking;
  if (status !== 'CANCELLED' && status !== 'REFUNDED') return [];
  const fee = cancellationFee ?? total;
  const refund = payment.refunds.find(
    (one) =>
      (one.reason === 'PASSENGER_CANCELLATION' || one.reason === 'OPERATOR_CANCELLATION') && !isOfPart(booking, one),
  );
  const earlier = payment.refunds.filter(
    (one) =>
      isOfPart(booking, one) ||
      (one.reason === 'GOODWILL' && (refund ? one.id < refund.id : one.createdAt <= (cancelledAt ?? Infinity))),
  );
  const back = Math.min(total - fee, madeFor(booking) - sumOf(earlier));
  const refundId = refund?.id ?? null;
  const isAfterEarned = earnedAt !== null;
  return shared(booking, payment, {
    at: cancelledAt,
    amount: total,
    fee,
    back,
    refundId,
    before: total,
    isAfterEarned,
  });
}

/** The company keeps the cancellation fee. The rest of the price is refunded, less earlier goodwill. */
function shared(
  booking: BookingOnRecord,
  payment: PaymentOnRecord,
  { at, amount, fee, back, refundId, before, isAfterEarned }: CancelledMoney,
): readonly DueRow[] {
  const spared = amount - fee - back;
  const say = (paisa: number, debit: Columns['debit'], credit: Columns['credit']): readonly DueRow[] =>
    dueRow(at, paisa, {
      ...about(booking),
      kind: 'CANCELLATION',
      debit,
      credit,
      paymentId: payment.id,
      refundId: credit === 'REFUND_DUE' ? refundId : null,
    });

  const { commissionRate: rate } = booking;
  if (!isAfterEarned) {
    const ofFee = shareOf(fee, rate);
    return [
      ...say(back, 'UNEARNED', 'REFUND_DUE'),
      ...say(spared, 'UNEARNED', 'COMMISSION'),
      ...say(fee - ofFee, 'UNEARNED', 'OPERATOR'),
      ...say(ofFee, 'UNEARNED', 'COMMISSION'),
    ];
  }
  // The platform's share of the refund. Earlier goodwill has cost the platform `spared` of this share.
  const ofPlatform = fee === 0 ? shareOf(before, rate) - shareOf(before - amount, rate) : shareOf(amount - fee, rate);
  const fromPlatform = Math.max(ofPlatform - spared, 0);
  return [
    ...say(back - fromPlatform, 'OPERATOR', 'REFUND_DUE'),
    ...say(fromPlatform, 'COMMISSION', 'REFUND_DUE'),
    ...say(Math.max(spared - ofPlatform, 0), 'OPERATOR', 'COMMISSION'),
  ];
}

function refunding(
  booking: BookingOnRecord,
  payment: PaymentOnRecord,
  refund: RefundOnRecord,
  known: Known,
): readonly DueRow[] {
  const values = { ...about(booking), paymentId: payment.id, refundId: refund.id };
  return [
    ...(refund.reason === 'GOODWILL'
      ? dueRow(refund.createdAt, refund.amount, {
          ...values,
          kind: 'GOODWILL',
          debit: 'COMMISSION',
          credit: 'REFUND_DUE',
        })
      : []),
    ...(refund.status === 'PAID'
      ? dueRow(refund.paidAt ?? refund.createdAt, refund.amount, {
          ...values,
          ...source(payment, refund, known),
          kind: 'REFUND',
          debit: 'REFUND_DUE',
        })
      : []),
  ];
}

/** The account that a refund is paid out of. Some refunds from before the ledger have no method. */
function source(
  payment: PaymentOnRecord,
  { method, takenOver, drawnFrom }: RefundOnRecord,
  known: Known,
): Pick<Columns, 'credit' | 'gateway'> {
  if (drawnFrom !== null) return { credit: 'GATEWAY', gateway: drawnFrom };
  if (takenOver) return { credit: 'BANK', gateway: null };
  if (isTakenByCompany(payment))
    return { credit: method === null || method === 'CASH' ? 'CASH' : 'BANK', gateway: null };
  const isOfGateway = known.some(({ name, paysOutTo }) => name === payment.gateway && paysOutTo === method);
  if (method === null || method === 'AUTOMATIC' || isOfGateway) return { credit: 'GATEWAY', gateway: payment.gateway };
  return { credit: method === 'CASH' ? 'CASH' : 'BANK', gateway: null };
}
