import type { BookingViews } from '../bookings/ports.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { type CalendarEntryNeeds, calendarEntryOf } from '../payments/calendar-entry.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import type { CalendarEntry } from '../platform/booking-mails.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';

interface Needs extends CalendarEntryNeeds {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'findShown'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

export type ExportCalendarEntry = ReturnType<typeof exportCalendarEntry>;

/**
 * The calendar entry of a booking that a passenger is shown. A cancelled booking that was paid has one, too, which
 * removes the journey from a calendar. Refuses other bookings without a ticket.
 */
export const exportCalendarEntry =
  (needs: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<CalendarEntry> => {
    const { bookingViews, officeBookings } = needs;
    const now = needs.clock();
    const [shown, booking] = await Promise.all([
      bookingViews.findShown(bookingId, passenger, now),
      officeBookings.find(bookingId),
    ]);
    if (!shown || !booking) throw noSuchTicket();
    const entry = calendarEntryOf(needs, booking, now);
    if (!entry) throw notTicketed(booking.status);
    return entry;
  };
