import { npr, type Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { isForCancellation } from '../payments/refund.ts';
import { ownRefunds } from './due-row.ts';
import { broughtTo, feesOfParts, isOfPart } from './due-rows.ts';
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
  /** The fees that were kept before, which nobody gets back. */
  readonly fees: number;
}

/**
 * Faults in how the refunds of a booking that a change made or replaced are divided among its payments. The newest
 * payment is refunded first. Each payment gives at most the amount that earlier refunds left.
 */
export function dividedFaults(booking: BookingOnRecord): readonly string[] {
  const payments = broughtTo(booking);
  return refundingsOf(booking).flatMap((refunding) => {
    const found = inWords(refunding.refunds.map(({ paymentId: id, amount }) => [id, amount]));
    const due = boundariesOf(refunding).map((isEarlier) => inWords(divided(refunding, payments, isEarlier)));
    return due.includes(found) ? [] : [`the refunds of ${refunding.of} are ${found}, not ${due[0] ?? ''}`];
  });
}

function refundingsOf(booking: BookingOnRecord): readonly Refunding[] {
  const { status, total, parts, cancelledAt, cancellationFee, changedTo } = booking;
  const own = ownRefunds(booking)
    .map(({ refund }) => refund)
    .toSorted((one, other) => one.id - other.id);
  const before = feesBefore(booking);
  const ofParts = parts.map(({ refundId, moreRefundIds = [], amount, fee, at }, index) => ({
    of: 'a part',
    refunds: own.filter(({ id }) => id === refundId || moreRefundIds.includes(id)),
    due: amount - fee,
    at,
    fees: parts.slice(0, index).reduce((all, part) => all + part.fee, before),
  }));
  const fees = before + feesOfParts(booking);
  if (changedTo !== null) {
    const refunds = own.filter(({ reason }) => reason === 'CHANGE');
    return [...ofParts, { of: 'its change', refunds, due: changedTo.toRefund, at: changedTo.doneAt, fees: 0 }];
  }
  if (status !== 'CANCELLED' && status !== 'REFUNDED') return ofParts;
  const refunds = own.filter((refund) => isForCancellation(refund.reason) && !isOfPart(booking, refund));
  const due = total - (cancellationFee ?? total);
  return [...ofParts, { of: 'its cancellation', refunds, due, at: cancelledAt, fees }];
}

/** The fees that were kept of the money before the booking got it. */
const feesBefore = ({ change, earlierFees }: BookingOnRecord): number =>
  change === null || change.doneAt === null ? 0 : earlierFees.reduce((all, { fee }) => all + fee, Number(change.fee));

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

/** Divides an amount among payments, the newest first: at most what refunds and fees have left of them together. */
function divided({ due, fees }: Refunding, payments: readonly PaymentOnRecord[], isEarlier: IsEarlier): Shares {
  const leftOf = (payment: PaymentOnRecord): number =>
    payment.refunds.filter(isEarlier).reduce((all, refund) => all - refund.amount, Number(payment.amount));
  let rest = Math.min(due, payments.reduce((all, payment) => all + leftOf(payment), 0) - fees);
  return payments.flatMap((payment): Shares => {
    const own = Math.min(rest, leftOf(payment));
    if (own <= 0) return [];
    rest -= own;
    return [[payment.id, own]];
  });
}

const inWords = (shares: Shares): string =>
  shares.map(([id, amount]) => `${npr(amount as Paisa)} of payment ${id}`).join(', ') || 'none';
