import { refundsOfPart } from '../bookings/cancelled-part.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { RefundStatus } from '../payments/refund.ts';
import type { Notice } from '../platform/notices.ts';
import type { ChangeWorld } from './world.ts';

/** A booking that the last change of its trip concerns, and how its passengers learn of the change. */
export interface NotifiedBooking extends Pick<Notice, 'mail' | 'sms'> {
  readonly booking: OfficeBooking;
  /** The status of the refund for the cancelled trip; null without one. */
  readonly refund: RefundStatus | null;
}

export type ListNotified = ReturnType<typeof listNotified>;

/**
 * Lists the bookings that the last change of a trip concerns, ordered by id. The caller must have checked that the trip
 * belongs to the reader's company.
 */
export const listNotified =
  ({ noticeViews, officeBookings }: ChangeWorld) =>
  async (trip: TripId, page: Page): Promise<Listing<NotifiedBooking>> => {
    const { rows: notices, next } = await noticeViews.list(trip, page);
    const bookings = await officeBookings.findAll(notices.map(({ bookingId }) => bookingId));
    const found = new Map(bookings.map((booking) => [booking.id, booking]));
    const rows = notices.flatMap(({ bookingId, mail, sms }) => {
      const booking = found.get(bookingId);
      return booking ? [{ booking, mail, sms, refund: refundOf(booking) }] : [];
    });
    return { rows, next };
  };

/** Statuses of refunds. The first ones need the most attention. */
const URGENCY: readonly RefundStatus[] = ['FAILED', 'DUE', 'SENT', 'PAID'];

/** The status of the refund for a cancelled trip. Of several payments that are refunded, the least advanced counts. */
function refundOf({ trip, refunds, parts }: OfficeBooking): RefundStatus | null {
  if (trip.status !== 'CANCELLED') return null;
  const ofParts = parts.flatMap(refundsOfPart);
  const statuses = refunds.flatMap(({ id, reason, status }) =>
    reason === 'OPERATOR_CANCELLATION' && !ofParts.includes(id) ? [status] : [],
  );
  return URGENCY.find((status) => statuses.includes(status)) ?? null;
}
