import { Type } from '@sinclair/typebox';
import { codeInvalid } from '../../../core/accounts/refusals.ts';
import { bookingUnknown } from '../../../core/bookings/refusals.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { ExportCalendarEntry } from '../../../core/tickets/calendar-entry.ts';
import type { FindMyBooking } from '../../../core/tickets/find-my-booking.ts';
import type { FollowTicketLink } from '../../../core/tickets/follow-ticket-link.ts';
import type {
  FindAgentTicket,
  FindOfficeTicket,
  FindTicket,
  PrintAgentTicket,
  PrintOfficeTicket,
  PrintTicket,
} from '../../../core/tickets/print-ticket.ts';
import { noBookingOfNumber, ticketUnavailable, ticketUnknown } from '../../../core/tickets/refusals.ts';
import type { ViewTicketStatus, ViewTicketToken } from '../../../core/tickets/view-ticket.ts';
import { companyOffice } from '../payments/office-booking.ts';
import { bookingPath, nullable, text } from '../route/fields.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import { foundBooking, ticketStatus, toFoundBooking, toTicketStatus } from './ticket-status.ts';
import { fileRoute, redirectRoute, route } from '../route/route.ts';

const CALENDAR = 'text/calendar; charset=utf-8';

interface Uses extends PlaceUrlNeeds {
  readonly exportCalendarEntry: ExportCalendarEntry;
  readonly baseUrl: string;
  readonly findMyBooking: FindMyBooking;
  readonly findAgentTicket: FindAgentTicket;
  readonly findOfficeTicket: FindOfficeTicket;
  readonly followTicketLink: FollowTicketLink;
  readonly findTicket: FindTicket;
  readonly printAgentTicket: PrintAgentTicket;
  readonly printOfficeTicket: PrintOfficeTicket;
  readonly printTicket: PrintTicket;
  readonly viewTicketStatus: ViewTicketStatus;
  readonly viewTicketToken: ViewTicketToken;
}

export const ticketRoutes = ({
  baseUrl,
  followTicketLink,
  exportCalendarEntry,
  findMyBooking,
  findAgentTicket,
  findOfficeTicket,
  findTicket,
  printAgentTicket,
  printOfficeTicket,
  printTicket,
  viewTicketStatus,
  viewTicketToken,
  ...needs
}: Uses) => [
  fileRoute({
    method: 'get',
    path: '/api/bookings/:id/ticket',
    operationId: 'downloadTicket',
    summary: 'Download the e-ticket of a paid booking',
    description:
      'Answers one A5 page as a PDF, with a signed token in its QR code, for the passenger who booked. ' +
      'An unknown booking is a 409 here, like one that has no ticket.',
    returns: 'Gives the e-ticket as a PDF.',
    access: 'passenger',
    limit: 'ticket',
    draws: 'ticket',
    params: bookingPath,
    exists: ({ caller, params }) => findTicket(caller.userId, params.id),
    mediaTypes: ['application/pdf'],
    refuses: [ticketUnavailable],
    handle: async ({ caller, params }) => ({
      ...(await printTicket(caller.userId, params.id)),
      mediaType: 'application/pdf',
    }),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/bookings/:id/ticket',
    operationId: 'downloadCompanyTicket',
    summary: 'Download the e-ticket of a booking of your company',
    description:
      "Answers the passenger's own ticket to your staff: one A5 page as a PDF, with a signed token in its QR code.",
    returns: 'Gives the passenger’s e-ticket as a PDF.',
    access: 'clerk',
    limit: 'ticket',
    draws: 'ticket',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => findOfficeTicket(companyOffice(caller), booking),
    mediaTypes: ['application/pdf'],
    refuses: [noSuchBooking, ticketUnavailable],
    handle: async ({ caller, params: { id: booking } }) => ({
      ...(await printOfficeTicket(companyOffice(caller), booking)),
      mediaType: 'application/pdf',
    }),
  }),

  fileRoute({
    method: 'get',
    path: '/api/agent/bookings/:id/ticket',
    operationId: 'downloadAgentTicket',
    summary: 'Download the e-ticket of a booking that you sold',
    description:
      "Answers the traveller's ticket to the agent that sold it: one A5 page as a PDF, with a signed token in its QR code.",
    returns: 'Gives the traveller’s e-ticket as a PDF.',
    access: 'agentReader',
    draws: 'ticket',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => findAgentTicket(caller, booking),
    mediaTypes: ['application/pdf'],
    refuses: [bookingUnknown, ticketUnavailable],
    handle: async ({ caller, params: { id: booking } }) => ({
      ...(await printAgentTicket(caller, booking)),
      mediaType: 'application/pdf',
    }),
  }),

  fileRoute({
    method: 'get',
    path: '/api/bookings/:id/calendar',
    operationId: 'downloadCalendarEntry',
    summary: 'Download the journey of a paid booking for a calendar',
    description:
      'Answers an iCalendar file (RFC 5545) with one entry: from departure to arrival, where to get on, ' +
      'and a reminder two hours before. ' +
      'Its UID stays the same and its SEQUENCE rises with every change of the journey, ' +
      'so that a later download takes the place of an earlier one. Once the booking was cancelled after it was paid, ' +
      'the file says `STATUS:CANCELLED` and removes the journey from the calendar. An unknown booking is a 409 here, ' +
      'like one that has no ticket.',
    returns: 'Gives the journey as an iCalendar file.',
    access: 'passenger',
    limit: 'ticket',
    params: bookingPath,
    mediaTypes: [CALENDAR],
    refuses: [ticketUnavailable],
    handle: async ({ caller, params }) => {
      const { fileName, text: entry } = await exportCalendarEntry(caller.userId, params.id);
      return { fileName, content: new TextEncoder().encode(entry), mediaType: CALENDAR };
    },
  }),

  route({
    method: 'get',
    path: '/api/bookings/:id/ticket-token',
    operationId: 'getTicketToken',
    summary: 'Ask what the QR code of a ticket says',
    description:
      'Answers the text of the code to a page that draws the code itself. It is the same as in the PDF, ' +
      'for as long as the booking exists. Where the PDF is answered with a 409, so is this.',
    returns: 'Gives the text of the ticket’s QR code.',
    access: 'passenger',
    secret: true,
    params: bookingPath,
    status: 200,
    response: Type.Object({
      token: Type.String({ examples: ['eyJiIjo3LCJjIjoiQlQyNjExMjAwNDgyMTMifQ.c2lnbmF0dXJl'] }),
    }),
    refuses: [ticketUnavailable],
    handle: async ({ caller, params }) => ({ token: await viewTicketToken(caller.userId, params.id) }),
  }),

  route({
    method: 'get',
    path: '/api/tickets/:token',
    operationId: 'getTicketStatus',
    summary: 'Ask whether a ticket is good',
    description:
      'Tells whoever holds a ticket whether it is good: its QR code says the token. ' +
      'A booking has one token for ever, also when its seats, its bus or its departure change. ' +
      'The page `/ticket?token=…` shows the same to people. ' +
      'With an access token, the owner of a changed booking also gets the address of the new ticket.',
    returns: 'Shows the ticket, and whether it is good.',
    access: 'optional',
    secret: true,
    params: Type.Object({ token: Type.String({ description: "Is the text of the ticket's QR code." }) }),
    status: 200,
    response: ticketStatus,
    refuses: [ticketUnknown],
    handle: async ({ caller, params: { token } }) =>
      toTicketStatus(needs)(await viewTicketStatus(token, caller?.userId)),
  }),

  route({
    method: 'post',
    path: '/api/tickets/find',
    operationId: 'findMyBooking',
    summary: 'Find the tickets of a phone number',
    description:
      'Finds tickets for people without an account. The code by SMS, asked for with the purpose `find`, ' +
      'proves the number: the customer’s for a counter sale, else the verified number of the account that booked. ' +
      'Without a booking code these are the bookings of the number whose buses left within 90 days or have not left yet, at most 100. ' +
      'The code by SMS stays good until a booking is found.',
    returns: 'Gives the texts of the tickets’ QR codes, with which the tickets can be read.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({
      booking_code: text({
        description:
          'Picks one booking of the number, however long ago its bus left; by default all recent ones are found.',
        examples: ['BT261120048213'],
      }),
      ticket: text({ needed: true, description: 'Repeats the ticket of the answer that announced the code.' }),
      code: text({ needed: true, examples: ['042137'] }),
    }),
    status: 200,
    response: Type.Object({
      token: nullable(
        Type.String({
          description: 'Is the token of the only booking that was found; null when several were found.',
          examples: ['eyJiIjo3LCJjIjoiQlQyNjExMjAwNDgyMTMifQ.c2lnbmF0dXJl'],
        }),
      ),
      results: Type.Array(foundBooking, { description: 'Lists the bookings that were found, the newest first.' }),
    }),
    refuses: [codeInvalid, noBookingOfNumber],
    handle: async ({ body: { booking_code: bookingCode, ticket, code }, origin }) => {
      const found = await findMyBooking({ ticket, code }, bookingCode, origin);
      const [first, ...others] = found.map(toFoundBooking);
      return { token: first && others.length === 0 ? first.token : null, results: first ? [first, ...others] : [] };
    },
  }),

  redirectRoute({
    method: 'get',
    path: '/t/:code',
    operationId: 'followTicketLink',
    summary: 'Follow the short link in a text to a ticket',
    description:
      'Leads a browser to the page `/ticket?token=…` of a booking. A booking has one code for ever; ' +
      'letter case is ignored. An address that asks for many unknown codes has to wait, for known ones too.',
    returns: 'Redirects to the page `/ticket?token=…`.',
    access: 'public',
    secret: true,
    limit: 'ticket-link',
    params: Type.Object({ code: Type.String({ description: 'Is the code of the link, which has 12 characters.' }) }),
    refuses: [ticketUnknown],
    handle: async ({ params: { code } }) => ({
      location: `${new URL(baseUrl).pathname.replace(/\/$/, '')}/ticket?token=${await followTicketLink(code)}`,
    }),
  }),
];
