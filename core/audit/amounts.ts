import { minus, npr, share } from '../kernel/money.ts';
import { isForCancellation } from '../payments/refund.ts';
import { ownRefunds } from './due-row.ts';
import { dueFor, isCarrier, madeFor } from './due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import { named } from './refunds.ts';

/** Seats of a booking that one partial cancellation cancelled, with their price, fee and refund. */
type Part = BookingOnRecord['parts'][number];

/** Faults of a booking's price and commission, of its partial cancellations, and of the amounts of its payments. */
export function amountFaults(booking: BookingOnRecord): readonly string[] {
  const { total, commission, commissionRate, operatorEarning, payments, parts, partSums } = booking;
  const made = madeFor(booking);
  const seats = parts.reduce((all, part) => all + part.seats.length, booking.seatsCount);
  const price = Math.floor(made / seats);
  const partly = [sumOf(parts, 'amount'), sumOf(parts, 'fee')];
  return [
    ...(total >= 0 && (booking.change ? made === booking.change.newTotal : made % seats === 0)
      ? []
      : [`${rupees(made)} is not ${seats} times a fare`]),
    ...(commission === share(total, commissionRate)
      ? []
      : [`a commission of ${npr(commission)} is not ${commissionRate / 100} % of ${npr(total)}`]),
    ...(operatorEarning === minus(total, commission)
      ? []
      : [`the operator gets ${npr(operatorEarning)} of ${npr(total)} less ${npr(commission)}`]),
    ...payments.flatMap((payment) =>
      payment.amount === amountOf(booking, payment)
        ? []
        : [`${named(payment)} is of ${npr(payment.amount)}, not ${rupees(amountOf(booking, payment))}`],
    ),
    ...parts.flatMap((part) => partFaults(booking, part, price)),
    ...(partSums.amount === partly[0] && partSums.fee === partly[1]
      ? []
      : [
          `its parts add up to ${npr(partSums.amount)} and fees of ${npr(partSums.fee)} in one place, and not in another`,
        ]),
  ];
}

/**
 * The amount that a payment of the booking must have. For a CREDIT payment this is the moved money, otherwise the
 * amount due.
 */
function amountOf(booking: BookingOnRecord, payment: PaymentOnRecord): number {
  const { change } = booking;
  return change && isCarrier(payment) ? Math.min(change.credit, change.newTotal) : dueFor(booking);
}

const rupees = (amount: number): string => npr(amount as BookingOnRecord['total']);

const sumOf = (parts: readonly Part[], field: 'amount' | 'fee'): number =>
  parts.reduce((all, part) => all + part[field], 0);

/** Faults of a partial cancellation: price, fee, refund, and whether it came before or after the EARNED rows. */
function partFaults(booking: BookingOnRecord, part: Part, price: number): readonly string[] {
  const { earnedAt } = booking;
  const { seats, amount, fee, refund, refundId, moreRefundIds = [], at, wasEarned } = part;
  const due = price * seats.length;
  const own = ownRefunds(booking).filter((one) => one.refund.id === refundId || moreRefundIds.includes(one.refund.id));
  const found = own.reduce((all, one) => all + one.refund.amount, 0);
  return [
    ...(seats.length > 0 && amount === due
      ? []
      : [`a part of ${seats.length} seats is of ${npr(amount)}, not ${rupees(due)}`]),
    ...(fee >= 0 && fee <= amount ? [] : [`a part of ${npr(amount)} has a fee of ${npr(fee)}`]),
    ...(found === refund
      ? []
      : [`the refund of a part is of ${npr(refund)}, and the refund that it names of ${rupees(found)}`]),
    ...own
      .filter((one) => !isForCancellation(one.refund.reason))
      .map((one) => `the refund of a part has the reason ${one.refund.reason}`),
    ...(wasEarned ? (earnedAt !== null && earnedAt <= at ? [] : [`a part was earned, and the booking not`]) : []),
    ...(!wasEarned && earnedAt !== null && earnedAt < at ? ['a part was not earned, and the booking was'] : []),
  ];
}
