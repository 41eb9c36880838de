import { Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { FoundBooking } from '../../../core/tickets/find-my-booking.ts';
import type { TicketStatus } from '../../../core/tickets/view-ticket.ts';
import { departureMoment, nullable } from '../route/fields.ts';
import { shownCrew, toShownCrew } from '../trips/crew.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import { gettingOn, toGettingOn } from '../trips/trip.ts';

export const ticketStatus = Type.Object(
  {
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    booking_status: Type.String({ enum: [...BOOKING_STATUSES], examples: ['CONFIRMED'] }),
    schedule_id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }),
    from_stop: Type.Integer({
      description: 'Gives the number of the stop where the passengers get on; 0 is the origin.',
      examples: [0],
    }),
    to_stop: Type.Integer({ description: 'Gives the number of the stop where the passengers get off.', examples: [2] }),
    seats: Type.Array(Type.String(), {
      description: 'Lists the seat numbers, in their order; it is empty on a bus without a seat map.',
      examples: [['A1', 'A2']],
    }),
    source_city: Type.String({ examples: ['Kathmandu'] }),
    destination_city: Type.String({ examples: ['Pokhara'] }),
    departure_time: departureMoment(),
    bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    boarding_point: Type.String({
      description: 'Names the boarding point of the first seat; it is empty when none was named.',
      examples: ['Kalanki'],
    }),
    getting_on: gettingOn,
    company_name: Type.String({ examples: ['Blue Sky Travels'] }),
    company_phone: nullable(
      Type.String({
        description: "Gives the phone number of the company's office, for passengers; null if it has none.",
        examples: ['01-4412345'],
      }),
    ),
    sold_by: nullable(
      Type.Object(
        {
          name: Type.String({ examples: ['Himal Tickets'] }),
          phone: nullable(
            Type.String({
              description: 'Gives the phone number for questions; null without one.',
              examples: ['01-4411223'],
            }),
          ),
        },
        { title: 'SellingAgent', description: 'Shows the agent that sold the ticket; null unless an agent did.' },
      ),
    ),
    crew: shownCrew,
    passenger_name: nullable(
      Type.String({
        description: 'Names the passenger; null when the booking has ended without a journey.',
        examples: ['Asha Gurung'],
      }),
    ),
    valid: Type.Boolean({
      description:
        'Is true if the ticket is good for this ride: it is paid and not cancelled, and the bus has not arrived; false otherwise.',
    }),
    changed_to: nullable(
      Type.Object(
        {
          booking_code: Type.String({ examples: ['BT261120048213'] }),
          departure_time: departureMoment(),
          ticket_url: Type.Optional(
            Type.String({
              description:
                'Is the page of the new ticket. It is present only for the signed-in passenger whose booking it is.',
              examples: ['https://bus.example/ticket?token=eyJ0Ijoi….x4Kq…'],
            }),
          ),
        },
        {
          title: 'NewTicket',
          description:
            'Shows the booking that replaced this one when it was changed to another trip, after several changes the newest; null for a booking that was not replaced.',
        },
      ),
    ),
  },
  { title: 'TicketStatus' },
);

export const toTicketStatus = (needs: PlaceUrlNeeds) => (ticket: TicketStatus) => ({
  booking_code: ticket.bookingCode,
  booking_status: ticket.bookingStatus,
  schedule_id: ticket.tripId,
  from_stop: ticket.section.from,
  to_stop: ticket.section.to,
  seats: ticket.seats,
  source_city: ticket.sourceCity,
  destination_city: ticket.destinationCity,
  departure_time: toIso(ticket.departsAt),
  bus_name: ticket.busName,
  registration_no: ticket.registrationNo,
  boarding_point: ticket.boardingPoint,
  getting_on: toGettingOn(needs)(ticket.gettingOn),
  company_name: ticket.companyName,
  company_phone: ticket.companyPhone,
  sold_by: ticket.soldBy,
  crew: toShownCrew(ticket.crew),
  passenger_name: ticket.passengerName,
  valid: ticket.isValid,
  changed_to: ticket.changedTo && {
    booking_code: ticket.changedTo.bookingCode,
    departure_time: toIso(ticket.changedTo.departsAt),
    ...(ticket.changedTo.url !== null && { ticket_url: ticket.changedTo.url }),
  },
});

export const foundBooking = Type.Object(
  {
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    booking_status: Type.String({ enum: [...BOOKING_STATUSES], examples: ['CONFIRMED'] }),
    departure_time: departureMoment(),
    source_city: Type.String({
      description: 'Names the city where its passengers get on, by the section that was booked.',
      examples: ['Kathmandu'],
    }),
    destination_city: Type.String({ examples: ['Pokhara'] }),
    token: Type.String({
      description: "Is the text of the ticket's QR code. The page `/ticket?token=…` shows the ticket.",
      examples: ['eyJiIjo3LCJjIjoiQlQyNjExMjAwNDgyMTMifQ.c2lnbmF0dXJl'],
    }),
  },
  { title: 'FoundBooking' },
);

export const toFoundBooking = (found: FoundBooking) => ({
  booking_code: found.code,
  booking_status: found.status,
  departure_time: toIso(found.departsAt),
  source_city: found.sourceCity,
  destination_city: found.destinationCity,
  token: found.token,
});
