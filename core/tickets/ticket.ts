import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { BookingStatus } from '../bookings/booking.ts';
import type { PassengerBooking } from '../bookings/ports.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Ticket, TicketToken } from './ports.ts';

/** The states in which a booking entitles, or entitled, its passengers to travel. */
const TICKETED: readonly BookingStatus[] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

export const isTicketed = (status: BookingStatus): boolean => TICKETED.includes(status);

export const ticketFileName = ({ code }: Pick<PassengerBooking, 'code'>): string => `ticket-${code}.pdf`;

interface Needs {
  readonly calendar: Calendar;
  readonly ticketTokens: StringSigner<TicketToken>;
}

/**
 * A booking's ticket. Its token is signed with the time of the booking, so that it is the same whenever the ticket is
 * printed.
 */
export const ticketOf = (
  { calendar, ticketTokens }: Needs,
  booking: PassengerBooking,
  passengerName: string,
): Ticket => ({
  bookingCode: booking.code,
  passengerName,
  sourceCity: booking.trip.sourceCity,
  destinationCity: booking.trip.destinationCity,
  companyName: booking.trip.companyName,
  busName: booking.trip.busName,
  registrationNo: booking.trip.registrationNo,
  departure: calendar.text(booking.trip.departsAt),
  arrival: calendar.text(booking.trip.arrivesAt),
  seats: seatsInWords(booking),
  amountPaid: booking.total,
  status: booking.status,
  token: ticketTokens.sign({ bookingId: booking.id, bookingCode: booking.code }, booking.bookedAt),
});
