import { bookingPageOf } from '../bookings/booking.ts';
import type { BookingViews } from '../bookings/ports.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import type { WriteCalendarEntry } from './ports.ts';
import { findTicket } from './print-ticket.ts';

export interface CalendarEntryNeeds {
  readonly clock: Clock;
  readonly passengerClientBase: string;
  readonly writeCalendarEntry: WriteCalendarEntry;
}

export interface CalendarEntry {
  readonly fileName: string;
  readonly content: Uint8Array;
}

/**
 * The moments at which the first passenger gets on and off. They are the booking's departure and arrival where the trip
 * does not have the chosen place, or if the company gave the place to get off an earlier time than the place to get on.
 */
export function timesOn({ trip, gettingOn, gettingOff }: Pick<OfficeBooking, 'trip' | 'gettingOn' | 'gettingOff'>): {
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
} {
  const [departsAt, arrivesAt] = [gettingOn.at ?? trip.departsAt, gettingOff.at ?? trip.arrivesAt];
  return departsAt < arrivesAt ? { departsAt, arrivesAt } : { departsAt: trip.departsAt, arrivesAt: trip.arrivesAt };
}

/** The calendar entry of a paid booking's journey. */
export function calendarEntryOf(
  { clock, passengerClientBase, writeCalendarEntry }: CalendarEntryNeeds,
  booking: OfficeBooking,
): CalendarEntry {
  const { code: bookingCode, language, companyName, trip, seats, seatsCount } = booking;
  const content = writeCalendarEntry({
    language,
    bookingCode,
    companyName,
    seatsCount,
    sourceCity: trip.sourceCity,
    destinationCity: trip.destinationCity,
    busName: trip.busName,
    registrationNo: trip.registrationNo,
    ...timesOn(booking),
    boardingPoint: seats[0]?.boardingPoint ?? '',
    seats: seats.map(({ seat }) => seat),
    page: bookingPageOf(passengerClientBase, booking),
    at: clock(),
  });
  return { fileName: `${bookingCode}.ics`, content };
}

interface Needs extends CalendarEntryNeeds {
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

export type ExportCalendarEntry = ReturnType<typeof exportCalendarEntry>;

/** The calendar entry of a passenger's own booking. Refused in the same cases as the ticket. */
export const exportCalendarEntry =
  (needs: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<CalendarEntry> =>
    calendarEntryOf(needs, await findTicket(needs)(passenger, bookingId));
