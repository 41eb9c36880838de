import type { Booking } from '../bookings/booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import type { SellingAgent, Ticket } from './ports.ts';
import type { TicketWorld } from './world.ts';

export const ticketFileName = ({ code }: Pick<Booking, 'code'>): string => `ticket-${code}.pdf`;

export interface TicketLinks extends TicketSigning {
  readonly baseUrl: string;
}

/**
 * The URL of the public page that says whether a ticket is valid. The page exists for invalid and unpaid tickets, too.
 */
export const ticketUrlOf = (
  { baseUrl, ...signing }: TicketLinks,
  booking: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => `${baseUrl}/ticket?token=${ticketTokenOf(signing, booking)}`;

/** The agent that sold the booking, as tickets name it. */
export const sellingAgent = ({ soldBy }: Pick<OfficeBooking, 'soldBy'>): SellingAgent | null =>
  soldBy && { name: soldBy.name, phone: soldBy.contactPhone };

export const ticketOf = (world: TicketWorld, booking: OfficeBooking): Ticket => ({
  language: booking.language,
  bookingCode: booking.code,
  bookedAt: booking.bookedAt,
  passengerName: booking.contact.name,
  sourceCity: booking.trip.sourceCity,
  destinationCity: booking.trip.destinationCity,
  companyName: booking.companyName,
  busName: booking.trip.busName,
  registrationNo: booking.trip.registrationNo,
  departure: world.calendar.text(booking.trip.departsAt),
  arrival: world.calendar.text(booking.trip.arrivesAt),
  gettingOn: {
    name: booking.gettingOn.name,
    time: world.calendar.text(booking.gettingOn.at ?? booking.trip.departsAt),
  },
  companyPhone: booking.companyPhone,
  soldBy: sellingAgent(booking),
  crew: booking.trip.crew,
  seats: booking.seats.map(({ seat, name, boardingPoint }) => ({ seat, name, boardingPoint })),
  places: booking.seatsCount,
  amountPaid: booking.total,
  status: booking.status,
  token: ticketTokenOf(world, booking),
});
