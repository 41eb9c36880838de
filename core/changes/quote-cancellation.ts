import { isClosed } from '../bookings/booking.ts';
import type { BookingViews } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { type RefundQuote, lessGoodwill, quoteFor } from './refund-tiers.ts';
import { bookingOver } from './cancellation-refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly cancellationTiers: readonly RefundTier[];
}

export type QuoteCancellation = ReturnType<typeof quoteCancellation>;

/** Quotes the cost of cancelling a booking at this moment. */
export const quoteCancellation =
  ({ clock, bookingViews, cancellationTiers }: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<RefundQuote> => {
    const booking = await bookingViews.find(bookingId, passenger);
    if (!booking) throw bookingUnknown();
    if (isClosed(booking.status)) throw bookingOver(booking.status);
    const trip = { ...booking.trip, bus: { type: booking.trip.busType } };
    return lessGoodwill(quoteFor(booking, trip, clock(), cancellationTiers), booking, booking.refunds);
  };
