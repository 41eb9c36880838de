import type { BookingViews } from '../bookings/ports.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { type CalendarEntryNeeds, calendarEntryOf } from '../payments/calendar-entry.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import type { CalendarEntry } from '../platform/booking-mails.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';

interface Needs extends CalendarEntryNeeds {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

export type ExportCalendarEntry = ReturnType<typeof exportCalendarEntry>;

/**
 * The calendar entry of a passenger's own booking. A cancelled booking that was paid has one, too, which removes the
 * journey from a calendar. Refuses other bookings without a ticket.
 */
export const exportCalendarEntry =
  (needs: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<CalendarEntry> => {
    const { bookingViews, officeBookings } = needs;
    const [own, booking] = await Promise.all([bookingViews.find(bookingId, passenger), officeBookings.find(bookingId)]);
    if (!own || !booking) throw noSuchTicket();
    const entry = calendarEntryOf(needs, booking, needs.clock());
    if (!entry) throw notTicketed(booking.status);
    return entry;
  };
