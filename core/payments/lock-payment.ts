import type { Booking } from '../bookings/booking.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { type Payment, isTransactionUuid } from './payment.ts';
import type { PaymentStores } from './world.ts';

/** A payment with its locked booking. The lock keeps the payment's status unchanged until the transaction ends. */
export interface LockedPayment {
  readonly payment: Payment;
  readonly booking: Booking;
  /**
   * The time, read after the lock. During the wait for the lock the deadline may pass, and another passenger may take
   * the seat.
   */
  readonly now: Instant;
}

/** Locks the booking of a payment, then reads both. Undefined for an unknown payment. */
export async function lockPayment(
  { bookings, payments }: PaymentStores,
  transactionUuid: string,
  clock: Clock,
): Promise<LockedPayment | undefined> {
  if (!isTransactionUuid(transactionUuid)) return undefined;
  const [booking, payment] = await Promise.all([bookings.lockPaidBy(transactionUuid), payments.find(transactionUuid)]);
  return booking && payment && { booking, payment, now: clock() };
}
