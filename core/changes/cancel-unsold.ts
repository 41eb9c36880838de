import type { Member } from '../companies/member.ts';
import type { BookingId } from '../kernel/ids.ts';
import { hasGoodPage } from '../payments/attempt.ts';
import { endBooking } from './end-booking.ts';
import { freeOfCharge } from './refund-tiers.ts';
import type { ChangeWorld } from './world.ts';

const REASON = 'The gateway made no code to pay it by.';

/**
 * Cancels a counter sale if the gateway made no payment code and the sale is still unpaid. Sends no notification,
 * because no customer has seen the sale.
 */
export const cancelUnsold =
  ({ clock, transact }: ChangeWorld) =>
  (member: Pick<Member, 'userId'>, bookingId: BookingId): Promise<void> =>
    transact(async (stores) => {
      const booking = await stores.bookings.lock(bookingId);
      if (booking?.status !== 'PENDING_PAYMENT') return;
      const now = clock();
      // Looks for a payment code first. The seller may have opened the sale in a second window and got a code there.
      const payments = await stores.payments.ofBooking(bookingId);
      if (payments.some((payment) => hasGoodPage(payment, now))) return;
      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const quote = freeOfCharge(booking, REASON);
      const actor = { role: 'OPERATOR', userId: member.userId } as const;
      await endBooking(stores, { booking, trip, quote, by: 'OPERATOR', actor, reason: REASON, now });
    });
