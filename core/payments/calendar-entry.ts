import { bookingPageOf, isClosed, isTicketed } from '../bookings/booking.ts';
import type { Instant } from '../kernel/time.ts';
import type { CalendarEntry } from '../platform/booking-mails.ts';
import type { OfficeBooking } from './office-booking.ts';
import type { MailingWorld } from './world.ts';

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

/**
 * The calendar entry of a booking's journey: a cancelled one if the booking was cancelled or refunded after it was
 * paid. Undefined if the booking never had a ticket.
 */
export function calendarEntryOf(
  { passengerClientBase, writeCalendarEntry }: MailingWorld,
  booking: OfficeBooking,
  at: Instant,
): CalendarEntry | undefined {
  const { code: bookingCode, language, companyName, trip, seats, seatsCount } = booking;
  const isCancelled = booking.ticketRevoked && isClosed(booking.status);
  if (!isCancelled && !isTicketed(booking.status)) return undefined;
  const text = writeCalendarEntry({
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
    isCancelled,
    sequence: booking.calendarSequence + (isCancelled ? 1 : 0),
    at,
  });
  return { fileName: `${bookingCode}.ics`, text, isCancelled };
}

/** The calendar entry as a list; empty if the booking never had a ticket. */
export const calendarEntriesOf = (
  needs: MailingWorld,
  booking: OfficeBooking | undefined,
  at: Instant,
): readonly CalendarEntry[] => {
  const entry = booking && calendarEntryOf(needs, booking, at);
  return entry ? [entry] : [];
};
