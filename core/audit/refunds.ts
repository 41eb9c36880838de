import { minus, npr, sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { isSettled } from '../payments/payment.ts';
import { isForCancellation } from '../payments/refund.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';

type RefundOnRecord = PaymentOnRecord['refunds'][number];

export const named = ({ id, status }: PaymentOnRecord): string => `payment ${id} (${status})`;

/** Goodwill leaves the booking as it is. */
export const isGoodwill = ({ reason }: RefundOnRecord): boolean => reason === 'GOODWILL';

/** What is wrong with the refunds of a booking. */
export function refundFaults(booking: BookingOnRecord): readonly string[] {
  const { status, payments } = booking;
  const cancelled = payments.filter(({ refunds }) => refunds.some(({ reason }) => isForCancellation(reason)));
  const wanted = status === 'REFUNDED' && payments.some(isRefundable) ? 1 : 0;
  return [
    ...(cancelled.length === wanted
      ? []
      : [`the booking is ${status}, and has ${cancelled.length} refunds for its cancellation`]),
    ...payments.flatMap((payment) => [
      ...(sumOf(payment.refunds) <= payment.amount
        ? []
        : [`the refunds of ${named(payment)} are ${npr(sumOf(payment.refunds))} out of ${npr(payment.amount)}`]),
      ...payment.refunds.flatMap((refund, index) =>
        faultsOf(booking, payment, refund, minus(payment.amount, sumOf(payment.refunds.slice(0, index)))),
      ),
    ]),
  ];
}

const sumOf = (refunds: readonly RefundOnRecord[]): Paisa => sum(refunds.map(({ amount }) => amount));

/** Whether something of it could go back for a cancellation: it came neither in vain, nor went back as goodwill. */
const isRefundable = ({ status, amount, refunds }: PaymentOnRecord): boolean =>
  isSettled(status) && sumOf(refunds.filter(({ reason }) => !isForCancellation(reason))) < amount;

/** `left` is what of the payment no earlier refund gives back. */
function faultsOf(
  { id, total, cancellationFee }: BookingOnRecord,
  payment: PaymentOnRecord,
  refund: RefundOnRecord,
  left: Paisa,
): readonly string[] {
  const fee = cancellationFee ?? total;
  const due = isForCancellation(refund.reason)
    ? (Math.min(minus(total, fee), left) as Paisa)
    : isGoodwill(refund)
      ? refund.amount
      : payment.amount;
  const states = isForCancellation(refund.reason)
    ? [fee > 0 ? 'PARTIAL_REFUND' : 'FULL_REFUND']
    : isGoodwill(refund)
      ? ['COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND']
      : ['COMPLETE', 'FULL_REFUND'];
  return [
    ...(refund.amount === due && due > 0
      ? []
      : [`the refund of ${named(payment)} is of ${npr(refund.amount)}, not ${npr(due)}`]),
    ...(states.includes(payment.status)
      ? []
      : [`${named(payment)} has a refund of ${npr(refund.amount)} out of ${npr(payment.amount)}`]),
    ...(refund.bookingId === id ? [] : [`the refund of ${named(payment)} is recorded for booking ${refund.bookingId}`]),
  ];
}
