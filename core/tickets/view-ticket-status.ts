import type { StringSigner } from '../accounts/crypto-ports.ts';
import { isTicketed } from '../bookings/booking.ts';
import type { BookingStatus } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import { hasArrived } from '../trips/trip.ts';
import type { TicketToken } from '../bookings/ticket-token.ts';
import { ticketUnknown } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

/** What everybody may know who holds a ticket in their hands. */
export interface TicketStatus {
  readonly bookingCode: string;
  readonly bookingStatus: BookingStatus;
  /** In their order; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
  readonly busName: string;
  readonly registrationNo: string;
  /** Of the first seat; empty when none was named. */
  readonly boardingPoint: string;
  /** Null once the booking has ended without a journey: then it is nobody's business any more who it was for. */
  readonly passengerName: string | null;
  /** Whether it is good for the ride that it was sold for. */
  readonly isValid: boolean;
}

const GOOD: readonly BookingStatus[] = ['CONFIRMED', 'CHECKED_IN'];

export type ViewTicketStatus = ReturnType<typeof viewTicketStatus>;

/** How a ticket stands, for whoever has read its QR code. */
export const viewTicketStatus =
  ({ clock, ticketTokens, officeBookings }: Needs) =>
  async (token: string): Promise<TicketStatus> => {
    const now = clock();
    const ticket = ticketTokens.open(token, now);
    const booking = ticket && (await officeBookings.find(ticket.bookingId));
    // A database that was restored from a backup may have given the id to another booking.
    if (!booking || booking.code !== ticket.bookingCode) throw ticketUnknown();
    return statusOf(booking, now);
  };

const statusOf = ({ code, status, seats, trip, contact }: OfficeBooking, now: Instant): TicketStatus => ({
  bookingCode: code,
  bookingStatus: status,
  seats: seats.map(({ seat }) => seat),
  sourceCity: trip.sourceCity,
  destinationCity: trip.destinationCity,
  departsAt: trip.departsAt,
  busName: trip.busName,
  registrationNo: trip.registrationNo,
  boardingPoint: seats[0]?.boardingPoint ?? '',
  passengerName: isTicketed(status) ? contact.name : null,
  isValid: GOOD.includes(status) && !hasArrived(trip, now),
});
