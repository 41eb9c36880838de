import { npr, type Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { isForCancellation } from '../payments/refund.ts';
import { ownRefunds } from './due-row.ts';
import { broughtTo, isOfPart } from './due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/** Refunds that one cancellation or one change added together. */
interface Refunding {
  /** The name of the cancellation or change in findings. */
  readonly of: string;
  /** The refunds, in the order in which they were added. */
  readonly refunds: readonly RefundOnRecord[];
  /** The amount to refund. It may be more than what earlier refunds have left of the payments. */
  readonly due: number;
  readonly at: Instant | null;
}

/**
 * Faults in how the refunds of a booking that a change made or replaced are divided among its payments. The newest
 * payment is refunded first. Each payment gives at most the amount that earlier refunds left.
 */
export function dividedFaults(booking: BookingOnRecord): readonly string[] {
  const payments = broughtTo(booking);
  return refundingsOf(booking).flatMap((refunding) => {
    const found = inWords(refunding.refunds.map(({ paymentId: id, amount }) => [id, amount]));
    const due = boundariesOf(refunding).map((isEarlier) => inWords(divided(refunding.due, payments, isEarlier)));
    return due.includes(found) ? [] : [`the refunds of ${refunding.of} are ${found}, not ${due[0] ?? ''}`];
  });
}

function refundingsOf(booking: BookingOnRecord): readonly Refunding[] {
  const { status, total, parts, cancelledAt, cancellationFee, changedTo } = booking;
  const own = ownRefunds(booking)
    .map(({ refund }) => refund)
    .toSorted((one, other) => one.id - other.id);
  const ofParts = parts.map(({ refundId, moreRefundIds = [], amount, fee, at }) => ({
    of: 'a part',
    refunds: own.filter(({ id }) => id === refundId || moreRefundIds.includes(id)),
    due: amount - fee,
    at,
  }));
  if (changedTo !== null) {
    const refunds = own.filter(({ reason }) => reason === 'CHANGE');
    return [...ofParts, { of: 'its change', refunds, due: changedTo.toRefund, at: changedTo.doneAt }];
  }
  if (status !== 'CANCELLED' && status !== 'REFUNDED') return ofParts;
  const refunds = own.filter((refund) => isForCancellation(refund.reason) && !isOfPart(booking, refund));
  return [...ofParts, { of: 'its cancellation', refunds, due: total - (cancellationFee ?? total), at: cancelledAt }];
}

type IsEarlier = (refund: RefundOnRecord) => boolean;

/**
 * The ways to tell which refunds were added before these. Without refunds, only moments can tell. A refund in the same
 * millisecond may be older or newer.
 */
function boundariesOf({ refunds: [first], at }: Refunding): readonly IsEarlier[] {
  if (first) return [({ id }) => id < first.id];
  const moment = at ?? Infinity;
  return [({ createdAt }) => createdAt <= moment, ({ createdAt }) => createdAt < moment];
}

type Shares = readonly (readonly [PaymentOnRecord['id'], amount: number])[];

/** Divides an amount among payments, the newest first. */
function divided(amount: number, payments: readonly PaymentOnRecord[], isEarlier: IsEarlier): Shares {
  let rest = amount;
  return payments.flatMap((payment): Shares => {
    const left = payment.refunds.filter(isEarlier).reduce((all, refund) => all - refund.amount, Number(payment.amount));
    const own = Math.min(rest, left);
    if (own <= 0) return [];
    rest -= own;
    return [[payment.id, own]];
  });
}

const inWords = (shares: Shares): string =>
  shares.map(([id, amount]) => `${npr(amount as Paisa)} of payment ${id}`).join(', ') || 'none';
