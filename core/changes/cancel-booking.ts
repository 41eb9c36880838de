import { type Booking, isClosed } from '../bookings/booking.ts';
import type { BookingViews } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { RefundTier } from '../companies/company.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type RefundDueMailNeeds, queueRefundDueMail } from '../payments/about-booking.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { MailQueue } from '../platform/mail-queue.ts';
import type { SmsQueue } from '../platform/sms-queue.ts';
import type { PlatformStores } from '../platform/stores.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import { type CancellationStores, type Ended, cutReason, endBooking, isPaid } from './end-booking.ts';
import { type RefundQuote, lessGoodwill, quoteFor } from './refund-tiers.ts';
import { bookingOver } from './refusals.ts';

interface QuoteCancellationNeeds {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly cancellationTiers: readonly RefundTier[];
}

export type QuoteCancellation = ReturnType<typeof quoteCancellation>;

/** Quotes the fee and refund of cancelling a booking at this moment. */
export const quoteCancellation =
  ({ clock, bookingViews, cancellationTiers }: QuoteCancellationNeeds) =>
  async (passenger: UserId, bookingId: BookingId): Promise<RefundQuote> => {
    const booking = await bookingViews.find(bookingId, passenger);
    if (!booking) throw bookingUnknown();
    if (isClosed(booking.status)) throw bookingOver(booking.status);
    const trip = { ...booking.trip, bus: { type: booking.trip.busType } };
    return lessGoodwill(quoteFor(booking, trip, clock(), cancellationTiers), booking, booking.refunds);
  };

interface Stores extends CancellationStores, Pick<PlatformStores, 'idempotency'> {
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly mailQueue: Pick<MailQueue, 'post'>;
  readonly smsQueue: Pick<SmsQueue, 'add'>;
}

interface CancelBookingNeeds extends RefundDueMailNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
  readonly cancellationTiers: readonly RefundTier[];
}

export type CancelBooking = ReturnType<typeof cancelBooking>;

/**
 * Cancels a passenger's booking before its bus leaves. The fee is the one that a quote at the same moment names. The
 * seats are on sale again at once.
 */
export const cancelBooking =
  ({ clock, transact, cancellationTiers, ...news }: CancelBookingNeeds) =>
  async (passenger: UserId, bookingId: BookingId, reason: string, keep?: KeepResult<Ended>): Promise<Ended> =>
    transact(async (stores) => {
      // The lock lets a payment that arrives now find the booking either untouched or cancelled.
      const booking = await stores.bookings.lockOwned(bookingId, passenger);
      if (!booking) throw bookingUnknown();
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const now = clock();
      // Bookings on a cancelled trip can be cancelled at any time.
      if (trip.status === 'ACTIVE' && hasDeparted(trip, now)) throw tripDeparted();

      const quote = quoteFor(booking, trip, now, cancellationTiers);
      const cancelled = await endBooking(stores, {
        booking,
        trip,
        quote,
        by: 'PASSENGER',
        actor: { role: 'PASSENGER', userId: passenger },
        reason: cutReason(reason) || (isPaid(booking) ? 'Cancelled by the passenger.' : 'Cancelled before payment.'),
        now,
      });
      await askForAccount(stores, news, booking, now);
      await keep?.(cancelled, stores);
      return cancelled;
    });

/**
 * Asks the passenger by mail for a refund account, only if the booking has none. The passenger already knows the amount
 * of the refund.
 */
async function askForAccount(
  stores: Stores,
  news: RefundDueMailNeeds,
  { id: bookingId }: Pick<Booking, 'id'>,
  now: Instant,
): Promise<void> {
  const refunds = await stores.refunds.ofBooking(bookingId);
  const due = refunds.find(({ reason, account }) => reason === 'PASSENGER_CANCELLATION' && account === null);
  if (due) await queueRefundDueMail(stores, news, { bookingId, refundId: due.id }, now);
}
