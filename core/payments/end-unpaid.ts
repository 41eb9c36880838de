import type { Booking } from '../bookings/booking.ts';
import type { Canceller } from '../bookings/ports.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { BookingId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import type { PaymentStores } from './world.ts';

export interface WhyEnded {
  readonly by: Canceller;
  readonly actor: Actor;
  readonly reason: string;
  readonly now: Instant;
}

/** Cancels a locked, unpaid booking. Its seats are on sale again at once. */
export async function endUnpaid(
  stores: PaymentStores,
  booking: Booking,
  { by, actor, reason, now }: WhyEnded,
): Promise<void> {
  if (!(await stores.bookings.move(booking.id, 'cancelUnpaid', { reason, by, at: now, fee: NOTHING })))
    throw new Error(`Booking ${booking.id} was changed while it was locked.`);
  await stores.payments.abandonAll(booking.id, now);
  await releaseSeatsOfBooking(stores, booking, now);
  const said = `Cancelled booking ${booking.code} before it was paid.`;
  await stores.trail.add(
    {
      kind: 'BOOKING_CANCELLED',
      actor,
      operatorId: booking.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes: changesBetween({ booking_status: booking.status }, { booking_status: 'CANCELLED' }),
      // Passengers need not give a reason for cancelling.
      description: actor.role === 'PASSENGER' ? said : `${said} Reason: ${reason}`,
    },
    now,
  );
}

/**
 * Cancels changes of these bookings that are not paid yet: ends the unpaid new booking of each change. The caller has
 * locked the bookings in `olds`. Returns the number of changes.
 */
export async function endOpenChanges(
  stores: PaymentStores,
  olds: readonly BookingId[],
  why: WhyEnded,
): Promise<number> {
  const open = await stores.changes.open(olds, why.now);
  for (const { bookingId } of open) {
    const made = await stores.bookings.lock(bookingId);
    if (made?.status === 'PENDING_PAYMENT') await endUnpaid(stores, made, why);
  }
  return open.length;
}
