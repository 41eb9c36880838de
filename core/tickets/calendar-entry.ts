import type { BookingId, UserId } from '../kernel/ids.ts';
import { calendarEntryOf } from '../payments/calendar-entry.ts';
import type { CalendarEntry } from '../platform/booking-mails.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';
import type { TicketWorld } from './world.ts';

export type ExportCalendarEntry = ReturnType<typeof exportCalendarEntry>;

/**
 * The calendar entry of a booking that a passenger is shown. A cancelled booking that was paid has one, too, which
 * removes the journey from a calendar. Refuses other bookings without a ticket.
 */
export const exportCalendarEntry =
  (needs: TicketWorld) =>
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
