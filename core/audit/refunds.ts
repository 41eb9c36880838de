import { type Paisa, minus, NOTHING, npr, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type PaymentStatus, isSettled } from '../payments/payment.ts';
import { isForCancellation } from '../payments/refund.ts';
import { dividedFaults } from './divided-refunds.ts';
import { ownRefunds } from './due-row.ts';
import { arrivedOf, isCarrier, isOfPart, refundOfUnused } from './due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

export const named = ({ id, status }: PaymentOnRecord): string => `payment ${id} (${status})`;

export const isGoodwill = ({ reason }: RefundOnRecord): boolean => reason === 'GOODWILL';

/** Whether a refund belongs to the cancellation of the booking's last seats, not to a partial cancellation. */
const isForLastSeats = (booking: BookingOnRecord, refund: RefundOnRecord): boolean =>
  isForCancellation(refund.reason) && !isOfPart(booking, refund);

/** Faults of a booking's refunds. */
export function refundFaults(booking: BookingOnRecord): readonly string[] {
  const { status, payments } = booking;
  // A change moves the money of a booking to the booking that replaces it. Refunds belong to the last booking.
  if (booking.change?.doneAt || booking.changedTo) return carriedFaults(booking);
  const cancelled = payments.filter(({ refunds }) => refunds.some((refund) => isForLastSeats(booking, refund)));
  const wanted = status === 'REFUNDED' && payments.some((payment) => isRefundable(booking, payment)) ? 1 : 0;
  return [
    ...(cancelled.length === wanted
      ? []
      : [`the booking is ${status}, and has ${cancelled.length} refunds for its cancellation`]),
    ...payments.flatMap((payment) => [
      ...(sumOf(payment.refunds) <= arrivedOf(payment)
        ? []
        : [`the refunds of ${named(payment)} are ${npr(sumOf(payment.refunds))} out of ${npr(arrivedOf(payment))}`]),
      ...statusFaults(booking, payment),
      ...payment.refunds.flatMap((refund, index) =>
        faultsOf(booking, payment, refund, leftBefore(booking, payment, index)),
      ),
    ]),
  ];
}

/** The payment's amount minus its first refunds and the fees of the partial cancellations that came before the next. */
function leftBefore({ parts }: BookingOnRecord, payment: PaymentOnRecord, count: number): Paisa {
  const left = minus(arrivedOf(payment), sumOf(payment.refunds.slice(0, count)));
  const next = payment.refunds[count];
  const own = parts.findIndex(({ refundId }) => refundId === next?.id);
  const fees = sum(parts.slice(0, own === -1 ? parts.length : own).map(({ fee }) => fee));
  return left > fees ? minus(left, fees) : NOTHING;
}

/** Faults of the payments and refunds of a booking that a change made or replaced. */
const carriedFaults = (booking: BookingOnRecord): readonly string[] => [
  ...dividedFaults(booking),
  ...booking.payments.flatMap((payment) => [
    ...(sumOf(payment.refunds) <= arrivedOf(payment)
      ? []
      : [`the refunds of ${named(payment)} are ${npr(sumOf(payment.refunds))} out of ${npr(arrivedOf(payment))}`]),
    ...(isCarrier(payment) && payment.refunds.length > 0
      ? [`${named(payment)} carries money along, and has refunds`]
      : []),
    ...(isCarrier(payment) ? [] : carriedStatusFaults(booking, payment)),
    ...payment.refunds.flatMap((refund) =>
      refund.operatorId === booking.operatorId
        ? []
        : [`the refund of ${named(payment)} is with company ${refund.operatorId}`],
    ),
    ...payment.refunds
      .filter((refund) => refund.bookingId !== booking.id && (isGoodwill(refund) || refund === refundOfUnused(payment)))
      .map((refund) => `the refund of ${named(payment)} is recorded for booking ${refund.bookingId}`),
  ]),
];

/**
 * Faults of a payment's status if a change moved its money. The payment stays COMPLETE until the booking that now has
 * its money is cancelled.
 */
function carriedStatusFaults(booking: BookingOnRecord, payment: PaymentOnRecord): readonly string[] {
  if (!isSettled(payment.status) && payment.refunds.length === 0) return [];
  const { status, cancelledAt } = booking.heir;
  const hasEnded = status === 'CANCELLED' || status === 'REFUNDED';
  const unused = refundOfUnused(payment);
  const due = unused
    ? [statusOfUnused(booking, unused)]
    : hasEnded
      ? statusesAfter(payment, cancelledAt)
      : (['COMPLETE'] as const);
  return due.some((one) => one === payment.status)
    ? []
    : [`${named(payment)} should be ${due[0]} by its refunds and its last booking`];
}

const sumOf = (refunds: readonly RefundOnRecord[]): Paisa => sum(refunds.map(({ amount }) => amount));

/**
 * Whether a cancellation can refund some of the payment. False if the payment paid for no booking, or was already
 * refunded as goodwill.
 */
const isRefundable = (booking: BookingOnRecord, payment: PaymentOnRecord): boolean =>
  isSettled(payment.status) &&
  sumOf(payment.refunds.filter((refund) => !isForLastSeats(booking, refund))) < arrivedOf(payment);

/** Faults of the status of a payment that has refunds. */
function statusFaults(booking: BookingOnRecord, payment: PaymentOnRecord): readonly string[] {
  if (payment.refunds.length === 0) return [];
  const due = statusesByRefunds(booking, payment);
  return due.includes(payment.status) ? [] : [`${named(payment)} has refunds by which it should be ${due[0]}`];
}

/**
 * The statuses that a payment with refunds may have. The payment stays COMPLETE until the last seat of its booking is
 * cancelled, even after refunds. Then all refunds up to that moment decide whether the payment is fully or partly
 * refunded.
 */
function statusesByRefunds(booking: BookingOnRecord, payment: PaymentOnRecord): Statuses {
  const { status, cancelledAt } = booking;
  if (status !== 'CANCELLED' && status !== 'REFUNDED') return ['COMPLETE'];
  const unused = refundOfUnused(payment);
  return unused ? [statusOfUnused(booking, unused)] : statusesAfter(payment, cancelledAt);
}

/** The statuses that are correct for a payment. Findings report the first one as the expected status. */
type Statuses = readonly [PaymentStatus, ...PaymentStatus[]];

/**
 * The correct statuses of a payment after its booking ended at `end`, which depend on the refunds up to then. There are
 * two, because a goodwill refund in the same millisecond may be older or newer than the end.
 */
function statusesAfter(payment: PaymentOnRecord, end: Instant | null): Statuses {
  const moment = end ?? Infinity;
  const after = (isBefore: (at: number) => boolean): PaymentStatus =>
    statusAfter(
      payment.refunds.filter((refund) => !isGoodwill(refund) || isBefore(refund.createdAt)),
      payment,
    );
  return [after((at) => at <= moment), after((at) => at < moment)];
}

/** The status of a payment after its booking ended. `back` has the refunds up to that moment. */
function statusAfter(back: readonly RefundOnRecord[], { amount }: PaymentOnRecord): PaymentStatus {
  if (back.length === 0) return 'COMPLETE';
  return sumOf(back) === amount ? 'FULL_REFUND' : 'PARTIAL_REFUND';
}

/**
 * The status of a late or duplicate payment. The status is FULL_REFUND if the booking was cancelled with a refund
 * afterwards.
 */
function statusOfUnused(booking: BookingOnRecord, { id, reason }: RefundOnRecord): PaymentStatus {
  if (reason === 'AMOUNT_DIFFERS') return 'COMPLETE';
  const later = ownRefunds(booking).filter(({ refund }) => refund.id > id);
  return later.some(({ refund }) => isForLastSeats(booking, refund)) ? 'FULL_REFUND' : 'COMPLETE';
}

/** Faults of one refund. `left` is the payment's amount minus its earlier refunds and kept fees. */
function faultsOf(
  booking: BookingOnRecord,
  payment: PaymentOnRecord,
  refund: RefundOnRecord,
  left: Paisa,
): readonly string[] {
  const { id, operatorId, total, cancellationFee, parts } = booking;
  const part = parts.find(({ refundId }) => refundId === refund.id);
  const [amount, fee] = part ? [part.amount, part.fee] : [total, cancellationFee ?? total];
  const due = isForCancellation(refund.reason)
    ? (Math.min(minus(amount, fee), left) as Paisa)
    : isGoodwill(refund)
      ? refund.amount
      : arrivedOf(payment);
  return [
    ...(refund.amount === due && due > 0
      ? []
      : [`the refund of ${named(payment)} is of ${npr(refund.amount)}, not ${npr(due)}`]),
    ...(refund.operatorId === operatorId
      ? []
      : [`the refund of ${named(payment)} is with company ${refund.operatorId}, and the booking with ${operatorId}`]),
    ...(refund.bookingId === id ? [] : [`the refund of ${named(payment)} is recorded for booking ${refund.bookingId}`]),
  ];
}
