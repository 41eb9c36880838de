import type { Booking } from '../bookings/booking.ts';
import type { Canceller } from '../bookings/ports.ts';
import type { PaymentId, RefundId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type BookingMoney, sharesOf } from '../payments/money.ts';
import type { CancellationReason, RefundRepo } from '../payments/refund.ts';
import { refundDueAt } from '../payments/settlement.ts';

/** A refund that a cancellation has added for one payment. */
export interface AddedRefund {
  readonly paymentId: PaymentId;
  readonly refundId: RefundId;
  readonly amount: Paisa;
}

interface Adding {
  readonly booking: Pick<Booking, 'id'>;
  readonly amount: Paisa;
  readonly by: Canceller;
  readonly now: Instant;
}

/**
 * Adds the refunds of a cancellation, beginning with the newest payment. Each payment from which money is refunded gets
 * one refund.
 */
export async function addRefunds(
  { refunds }: { readonly refunds: Pick<RefundRepo, 'add'> },
  { booking, amount: whole, by, now }: Adding,
  money: BookingMoney,
): Promise<readonly AddedRefund[]> {
  const added: AddedRefund[] = [];
  for (const { payment, amount } of sharesOf(whole, money)) {
    const { id: paymentId } = payment.payment;
    const refund = { paymentId, bookingId: booking.id, reason: reasonOf(by), amount, dueAt: refundDueAt(now) };
    added.push({ paymentId, amount, refundId: await refunds.add(refund, now) });
  }
  return added;
}

/** An agent cancels by a passenger's rules. */
const reasonOf = (by: Canceller): CancellationReason =>
  by === 'PASSENGER' || by === 'AGENT' ? 'PASSENGER_CANCELLATION' : 'OPERATOR_CANCELLATION';
