import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { RefuseNotOwn } from '../../../core/bookings/shown-bookings.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { tripArrived } from '../../../core/road/refusals.ts';
import type {
  FollowJourney,
  LiveJourney,
  LiveLink,
  ShareJourney,
  StopSharing,
} from '../../../core/tickets/live-link.ts';
import { liveLinkUnknown, ticketUnavailable, ticketUnknown } from '../../../core/tickets/refusals.ts';
import { positionResponse, toPosition } from '../road/position.ts';
import { bookingPath, moment } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly shareJourney: ShareJourney;
  readonly stopSharing: StopSharing;
  readonly followJourney: FollowJourney;
  readonly refuseNotOwn: RefuseNotOwn;
}

const liveLink = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'Is the address of the page that shows the journey. It stays the same while the link lives.',
      examples: ['https://bus.example/live/h7k2m9p4q8r3s6t5'],
    }),
    until: moment({
      description: 'Tells from when on the link is dead: 3 hours after the estimated arrival. It moves with it.',
    }),
  },
  { title: 'LiveLink' },
);

const toLiveLink = ({ url, until }: LiveLink) => ({ url, until: toIso(until) });

const liveJourney = Type.Object(
  {
    ...positionResponse.properties,
    cities: Type.Array(Type.String({ examples: ['Mugling'] }), {
      description: 'Lists the cities of all stops, in the order of travel.',
    }),
    bus: Type.Object({
      bus_name: Type.String({ examples: ['Sajha 12'] }),
      registration_no: Type.String({ examples: ['BA 2 KHA 1234'] }),
      bus_type: Type.String({ examples: ['DELUXE'] }),
    }),
    company: Type.Object({ company_name: Type.String({ examples: ['Blue Sky Travels'] }) }),
    to_stop: Type.Integer({
      description: 'Gives the number of the stop at which the passenger gets off.',
      examples: [2],
    }),
  },
  { title: 'LiveJourney' },
);

const toLiveJourney = ({ tripId, position, cities, bus, companyName, toStop }: LiveJourney) => ({
  ...toPosition({ tripId, position, isPrivate: true }),
  cities,
  bus: { bus_name: bus.name, registration_no: bus.registrationNo, bus_type: bus.type },
  company: { company_name: companyName },
  to_stop: toStop,
});

const ofTicket = Type.Object({ token: Type.String({ description: "Is the text of the ticket's QR code." }) });

const SHARES =
  'Makes a link by which others can follow the bus without an account. A booking has one link at a time, whoever made it. ' +
  'It names no passenger, seat, booking code, phone or place of getting on.';
const SHARED = 'Shows the live link of the booking.';
const STOPS = 'Ends the live link of the booking, if it has one. Another one that is made later has another address.';
const STOPPED = 'The booking has no live link.';

/** Routes by which passengers share their journeys, and others follow them. */
export const liveLinkRoutes = ({ shareJourney, stopSharing, followJourney, refuseNotOwn }: Uses) => [
  route({
    method: 'post',
    path: '/api/bookings/:id/live-link',
    operationId: 'shareJourney',
    summary: 'Share the journey of your booking',
    description: SHARES,
    returns: SHARED,
    access: 'passenger',
    secret: true,
    params: bookingPath,
    exists: ({ caller, params }) => refuseNotOwn(caller.userId, params.id),
    status: 200,
    response: liveLink,
    refuses: [bookingUnknown, bookingNotOwn, ticketUnavailable, tripArrived],
    handle: async ({ caller, params }) =>
      toLiveLink(await shareJourney({ passenger: caller.userId, bookingId: params.id })),
  }),

  route({
    method: 'delete',
    path: '/api/bookings/:id/live-link',
    operationId: 'stopSharingJourney',
    summary: 'Stop sharing the journey of your booking',
    description: STOPS,
    returns: STOPPED,
    access: 'passenger',
    params: bookingPath,
    exists: ({ caller, params }) => refuseNotOwn(caller.userId, params.id),
    status: 204,
    refuses: [bookingUnknown, bookingNotOwn],
    handle: ({ caller, params }) => stopSharing({ passenger: caller.userId, bookingId: params.id }),
  }),

  route({
    method: 'post',
    path: '/api/tickets/:token/live-link',
    operationId: 'shareTicketJourney',
    summary: 'Share the journey of a ticket',
    description: SHARES,
    returns: SHARED,
    access: 'public',
    secret: true,
    limit: 'ticket-link',
    params: ofTicket,
    status: 200,
    response: liveLink,
    refuses: [ticketUnknown, ticketUnavailable, tripArrived],
    handle: async ({ params: { token } }) => toLiveLink(await shareJourney({ ticketToken: token })),
  }),

  route({
    method: 'delete',
    path: '/api/tickets/:token/live-link',
    operationId: 'stopSharingTicketJourney',
    summary: 'Stop sharing the journey of a ticket',
    description: STOPS,
    returns: STOPPED,
    access: 'public',
    limit: 'ticket-link',
    params: ofTicket,
    status: 204,
    refuses: [ticketUnknown],
    handle: ({ params: { token } }) => stopSharing({ ticketToken: token }),
  }),

  route({
    method: 'get',
    path: '/api/live/:code',
    operationId: 'followJourney',
    summary: 'Follow a journey that somebody shares',
    description:
      'Shows where the bus of a live link is, and when it comes to the stops ahead. While nothing is known of the bus, ' +
      'its fields are null. An address that asks for many unknown codes has to wait, for known ones too.',
    returns: 'Shows the journey, with the position of the bus.',
    access: 'public',
    secret: true,
    limit: 'ticket-link',
    params: Type.Object({ code: Type.String({ description: 'Is the code of the link, which has 16 characters.' }) }),
    status: 200,
    response: liveJourney,
    refuses: [liveLinkUnknown],
    handle: async ({ params: { code } }) => toLiveJourney(await followJourney(code)),
  }),
];
