import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { isSettled, isTransactionUuid } from './payment.ts';
import type { PaymentRepo } from './ports.ts';
import { arrivalAt } from './settlement.ts';

export interface RoomNeeds {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly payments: PaymentRepo; readonly bookings: BookingRepo }>;
  readonly expireBookings: ExpireBookings;
}

/**
 * Prepares the settling of a payment that comes late: ends the overdue bookings of its trip, which may have the seats
 * that it is to get back. A payment in time needs nothing. Never rejects: that some other booking can't be ended is no
 * reason to leave money unsettled, and the sweep reports it.
 */
export async function makeRoom({ clock, transact, expireBookings }: RoomNeeds, transactionUuid: string): Promise<void> {
  if (!isTransactionUuid(transactionUuid)) return;
  try {
    const booking = await transact(async ({ payments, bookings }) => {
      const payment = await payments.find(transactionUuid);
      return payment && !isSettled(payment.status) ? bookings.find(payment.bookingId) : undefined;
    });
    const now = clock();
    if (booking && arrivalAt(booking, now) === 'late') await expireBookings(now, booking.tripId);
  } catch {
    // The payment is settled with the seats as they are.
  }
}
