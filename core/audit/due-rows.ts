import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { GatewayFacts } from '../payments/gateway.ts';
import { agentEarning } from './agent-rows.ts';
import { changing } from './changed-rows.ts';
import {
  aboutBooking as about,
  type Columns,
  dueRow,
  type DueRow,
  type OwnRefund,
  ownRefunds,
  shareOf,
} from './due-row.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/*
 * Computes the rows that the ledger must have from bookings, payments and refunds. This code shares no code with the
 * code that writes the ledger, not even rounding. A shared function would confirm its own mistake.
 */

const sumOf = (refunds: readonly RefundOnRecord[]): number => refunds.reduce((all, { amount }) => all + amount, 0);

/** Known gateways, with the kind of account to which refunds by each gateway can go. */
export type Known = readonly Pick<GatewayFacts, 'name' | 'paysOutTo'>[];

/** Every ledger row that is due for a booking, from its payment to its last refund. */
export const rowsOfBooking = (booking: BookingOnRecord, known: Known): readonly DueRow[] => [
  ...booking.payments.flatMap((payment) => arrival(booking, payment)),
  ...earning(booking),
  ...cancellation(booking),
  ...changing(booking),
  ...agentEarning(booking),
  ...ownRefunds(booking).flatMap(({ refund, gateway }) => refunding(booking, gateway, refund, known)),
];

const isOwed = ({ gateway }: Pick<PaymentOnRecord, 'gateway'>): boolean => gateway === 'AGENT';

const isTakenByCompany = ({ gateway }: Pick<PaymentOnRecord, 'gateway'>): boolean =>
  gateway === 'CASH' || gateway === 'QR';

/** Reasons for refunding a payment that paid for no booking. The whole payment is refunded. */
const UNUSED = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'];

/** The refund of a payment that came late, twice or with a wrong amount. */
export const refundOfUnused = ({ refunds }: PaymentOnRecord): RefundOnRecord | undefined =>
  refunds.find(({ reason }) => UNUSED.includes(reason));

/**
 * The amount of money that arrived. This is the payment's amount, unless a refund for AMOUNT_DIFFERS names another
 * amount.
 */
export const arrivedOf = (payment: PaymentOnRecord): Paisa => {
  const unused = refundOfUnused(payment);
  return unused?.reason === 'AMOUNT_DIFFERS' ? unused.amount : payment.amount;
};

/**
 * True if the payment's money arrived. Money that the gateway returned before the service recorded the payment does not
 * count.
 */
export const hasCome = ({ status, refunds }: PaymentOnRecord): boolean => status === 'COMPLETE' || refunds.length > 0;

/** True if the payment's money arrived and paid for the booking. */
export const isKept = (payment: PaymentOnRecord): boolean => hasCome(payment) && refundOfUnused(payment) === undefined;

/** The price of the booking when it was made, before any seats were cancelled. */
export const madeFor = ({ total, parts }: BookingOnRecord): number =>
  parts.reduce((all, { amount }) => all + amount, Number(total));

/** The fees that partial cancellations of the booking kept. Nobody gets them back. */
export const feesOfParts = ({ parts }: BookingOnRecord): number => parts.reduce((all, { fee }) => all + fee, 0);

/** Whether a refund belongs to a partial cancellation of the booking. */
export const isOfPart = ({ parts }: BookingOnRecord, { id }: Pick<RefundOnRecord, 'id'>): boolean =>
  parts.some(({ refundId, moreRefundIds = [] }) => refundId === id || moreRefundIds.includes(id));

/** The amount that a payment of the booking must have: its price or, after a change, the difference to pay. */
export const dueFor = (booking: BookingOnRecord): number => booking.change?.toPay ?? madeFor(booking);

/**
 * Whether a payment is an internal CREDIT payment. A change uses one to move money from the old booking to the new one.
 */
export const isCarrier = ({ gateway }: Pick<PaymentOnRecord, 'gateway'>): boolean => gateway === 'CREDIT';

function arrival(booking: BookingOnRecord, payment: PaymentOnRecord): readonly DueRow[] {
  if (!hasCome(payment) || isCarrier(payment)) return [];
  const unused = refundOfUnused(payment);
  const where = isOwed(payment)
    ? ({ debit: 'AGENT', agentId: booking.agent?.agentId ?? null } as const)
    : isTakenByCompany(payment)
      ? ({ debit: 'CASH' } as const)
      : ({ debit: 'GATEWAY', gateway: payment.gateway } as const);
  return dueRow(payment.paidAt, unused ? arrivedOf(payment) : dueFor(booking), {
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

/** The amounts of one cancellation, of all or some seats of a booking. */
interface CancelledMoney {
  readonly at: Instant | null;
  readonly amount: number;
  readonly fee: number;
  /** The refunded amount. It is smaller than amount minus fee if earlier refunds left less money. */
  readonly back: number;
  readonly refunds: readonly OwnRefund[];
  /** The price of all seats that the booking had before this cancellation. */
  readonly before: number;
  readonly isAfterEarned: boolean;
}

/**
 * The payments whose money the booking got: its own payments and, once a change has made the booking, those for earlier
 * bookings. Newest first.
 */
export const broughtTo = ({ change, payments, earlierPayments }: BookingOnRecord): readonly PaymentOnRecord[] =>
  [...(change !== null && change.doneAt !== null ? earlierPayments : []), ...payments]
    .filter((payment) => isKept(payment) && !isCarrier(payment))
    .toSorted((one, other) => other.id - one.id);

function cancellation(booking: BookingOnRecord): readonly DueRow[] {
  const [newest] = broughtTo(booking);
  if (!newest) return [];
  const { id: paymentId } = newest;
  let before = madeFor(booking);
  const ofParts = booking.parts.flatMap(({ at, amount, fee, refund, refundId, moreRefundIds = [], wasEarned }) => {
    const ids = [refundId, ...moreRefundIds];
    const refunds = ownRefunds(booking).filter((one) => ids.includes(one.refund.id));
    const money = { at, amount, fee, back: Number(refund), refunds, before, isAfterEarned: wasEarned };
    before -= amount;
    return shared(booking, paymentId, money);
  });
  return [...ofParts, ...lastCancellation(booking, paymentId)];
}

/** The rows that are due for the cancellation of all seats, or of the seats left after partial cancellations. */
function lastCancellation(booking: BookingOnRecord, paymentId: PaymentOnRecord['id']): readonly DueRow[] {
  const { status, total, cancelledAt, cancellationFee, earnedAt, changedTo, change } = booking;
  if ((status !== 'CANCELLED' && status !== 'REFUNDED') || changedTo !== null) return [];
  const fee = cancellationFee ?? total;
  const isForAll = (one: RefundOnRecord): boolean =>
    (one.reason === 'PASSENGER_CANCELLATION' || one.reason === 'OPERATOR_CANCELLATION') && !isOfPart(booking, one);
  const all = ownRefunds(booking);
  const refunds = all.filter(({ refund }) => isForAll(refund));
  const [first] = refunds;
  const earlier = all
    .map(({ refund }) => refund)
    .filter(
      (one) =>
        isOfPart(booking, one) ||
        (one.reason === 'GOODWILL' && (first ? one.id < first.refund.id : one.createdAt <= (cancelledAt ?? Infinity))),
    );
  const back =
    change === null
      ? Math.min(total - fee, Math.max(madeFor(booking) - sumOf(earlier) - feesOfParts(booking), 0))
      : sumOf(refunds.map(({ refund }) => refund));
  return shared(booking, paymentId, {
    at: cancelledAt,
    amount: total,
    fee,
    back,
    refunds,
    before: total,
    isAfterEarned: earnedAt !== null,
  });
}

/**
 * The rows that are due for one cancellation. The company keeps the cancellation fee, of which the platform gets its
 * commission. The rest of the price is refunded, at most the money that earlier refunds left.
 */
function shared(
  booking: BookingOnRecord,
  paymentId: PaymentOnRecord['id'],
  { at, amount, fee, back, refunds, before, isAfterEarned }: CancelledMoney,
): readonly DueRow[] {
  const spared = amount - fee - back;
  const values = { ...about(booking), kind: 'CANCELLATION' } as const;
  let due = refunds.map(({ refund }) => ({ refund, left: Number(refund.amount) }));
  const say = (paisa: number, debit: Columns['debit'], credit: Columns['credit']): readonly DueRow[] => {
    if (credit !== 'REFUND_DUE') return dueRow(at, paisa, { ...values, debit, credit, paymentId });
    // Gives each refund its own rows. The last refund's row gets the remaining amount, so that a wrong refund differs
    // from its row.
    let rest = paisa;
    const rows: DueRow[] = [];
    due = due.map(({ refund, left }, index) => {
      const own = index === due.length - 1 ? rest : Math.min(rest, left);
      rest -= own;
      rows.push(...dueRow(at, own, { ...values, debit, credit, paymentId: refund.paymentId, refundId: refund.id }));
      return { refund, left: Math.max(left - own, 0) };
    });
    return [...rows, ...dueRow(at, rest, { ...values, debit, credit, paymentId, refundId: null })];
  };

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
  // The platform's commission in the refunded amount. The platform already paid `spared` of it as goodwill refunds.
  const ofPlatform = fee === 0 ? shareOf(before, rate) - shareOf(before - amount, rate) : shareOf(amount - fee, rate);
  const fromPlatform = Math.max(ofPlatform - spared, 0);
  return [
    ...say(back - fromPlatform, 'OPERATOR', 'REFUND_DUE'),
    ...say(fromPlatform, 'COMMISSION', 'REFUND_DUE'),
    ...say(Math.max(spared - ofPlatform, 0), 'OPERATOR', 'COMMISSION'),
  ];
}

function refunding(booking: BookingOnRecord, gateway: string, refund: RefundOnRecord, known: Known): readonly DueRow[] {
  const values = { ...about(booking), paymentId: refund.paymentId, refundId: refund.id };
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
          ...source(booking, { gateway }, refund, known),
          kind: 'REFUND',
          debit: 'REFUND_DUE',
        })
      : []),
  ];
}

/** The ledger account that a refund is paid from. Some refunds from before the ledger existed have no method. */
function source(
  { agent }: BookingOnRecord,
  payment: Pick<PaymentOnRecord, 'gateway'>,
  { method, takenOver, drawnFrom }: RefundOnRecord,
  known: Known,
): Pick<Columns, 'credit' | 'gateway' | 'agentId'> {
  const at = takenFrom(payment, { method, takenOver, drawnFrom }, known);
  return isOwed(payment)
    ? { credit: 'AGENT', gateway: null, agentId: agent?.agentId ?? null }
    : { ...at, agentId: null };
}

/** The ledger account that pays a refund, unless an agent is credited. */
export function takenFrom(
  payment: Pick<PaymentOnRecord, 'gateway'>,
  { method, takenOver, drawnFrom }: Pick<RefundOnRecord, 'method' | 'takenOver' | 'drawnFrom'>,
  known: Known,
): Pick<Columns, 'credit' | 'gateway'> {
  if (drawnFrom !== null) return { credit: 'GATEWAY', gateway: drawnFrom };
  if (takenOver) return { credit: 'BANK', gateway: null };
  if (isTakenByCompany(payment))
    return { credit: method === null || method === 'CASH' || method === 'QR' ? 'CASH' : 'BANK', gateway: null };
  const isOfGateway = known.some(({ name, paysOutTo }) => name === payment.gateway && paysOutTo === method);
  if (method === null || method === 'AUTOMATIC' || isOfGateway) return { credit: 'GATEWAY', gateway: payment.gateway };
  return { credit: method === 'CASH' ? 'CASH' : 'BANK', gateway: null };
}
