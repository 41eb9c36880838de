import { Type } from '@sinclair/typebox';
import { creditExhausted } from '../../../core/agents/refusals.ts';
import { bookingUnknown, selectionExpired } from '../../../core/bookings/refusals.ts';
import type { ViewAgentBooking, ViewSeatsOfAgentBooking } from '../../../core/changes/agents-booking.ts';
import type { CancelForAgent, Credited, QuoteCancellationForAgent } from '../../../core/changes/cancel-for-agent.ts';
import type { ChangedForAgent, ChangeForAgent, QuoteChangeForAgent } from '../../../core/changes/change-for-agent.ts';
import type { ChangePassengersForAgent } from '../../../core/changes/change-passengers.ts';
import { toldQuote } from '../../../core/changes/change-quote.ts';
import type { Ended } from '../../../core/changes/end-booking.ts';
import {
  bookingNotPaid,
  bookingOver,
  nameChangesUsed,
  notChangeable,
  placesChanged,
  quoteChanged,
  seatBoarded,
} from '../../../core/changes/refusals.ts';
import { seatsTaken } from '../../../core/counter/refusals.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { sectionUnknown, tripDeparted } from '../../../core/trips/refusals.ts';
import { type AgentBookingNeeds, agentBookingResponse, toAgentBooking } from '../agents/agent-booking.ts';
import { holder } from '../agents/agent-sales-routes.ts';
import { bookingPath, lines, rupees } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { seatMapResponse, toSeatMap } from '../seats/seats-routes.ts';
import { cancellationFields, quoteFields, toCancellation, toQuote } from './cancellations-routes.ts';
import { changeFields, changeQuoteResponse, toAskedChange } from './change.ts';
import { QUOTE_REFUSALS } from './changes-routes.ts';
import { passengersBody, toPassengerChanges } from './passengers-routes.ts';
import { knownFieldsOnly, partFields, partQuery, toGivenPart, toQueriedPart } from './part.ts';

interface Uses extends AgentBookingNeeds {
  readonly viewAgentBooking: ViewAgentBooking;
  readonly viewSeatsOfAgentBooking: ViewSeatsOfAgentBooking;
  readonly quoteCancellationForAgent: QuoteCancellationForAgent;
  readonly cancelForAgent: CancelForAgent;
  readonly quoteChangeForAgent: QuoteChangeForAgent;
  readonly changeForAgent: ChangeForAgent;
  readonly changePassengersForAgent: ChangePassengersForAgent;
}

const credited = {
  credited: rupees({
    description:
      'Gives the amount that your account is credited with, in NPR: the refund less the commission that goes back.',
    examples: [83.25],
  }),
};

const withCredited = <Of extends object>(quote: Of, { credited: amount }: Credited) => ({
  ...quote,
  credited: toRupees(amount),
});

export const agentChangesRoutes = (uses: Uses) => [
  route({
    method: 'get',
    path: '/api/agent/bookings/:id',
    operationId: 'getAgentBooking',
    summary: 'Look at a booking that you sold',
    description: 'Shows a booking of your agent, with its seats, its refunds and its cost.',
    returns: 'Shows the booking with this id.',
    access: 'agentReader',
    params: bookingPath,
    status: 200,
    response: agentBookingResponse,
    refuses: [bookingUnknown],
    handle: async ({ caller, params: { id: booking } }) =>
      toAgentBooking(uses, caller)(await uses.viewAgentBooking(caller, booking)),
  }),

  route({
    method: 'get',
    path: '/api/agent/bookings/:id/seats',
    operationId: 'getAgentBookingSeats',
    summary: 'See the seats that a booking you sold can have instead',
    description:
      'Shows the seats of the trip and section of a booking, or how many places are left. It works while the company refuses you, too: you can still exchange the seats of the booking.',
    returns: 'Shows the seats of the trip of the booking, or the number of places that are left.',
    access: 'agentReader',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    query: Type.Object({ holder }),
    status: 200,
    response: seatMapResponse,
    refuses: [bookingUnknown, sectionUnknown],
    handle: async ({ caller, params: { id: booking }, query }) =>
      toSeatMap(await uses.viewSeatsOfAgentBooking(caller, booking, query.holder)),
  }),

  route({
    method: 'patch',
    path: '/api/agent/bookings/:id',
    operationId: 'changeAgentPassengers',
    summary: 'Change the names and points of passengers of a booking that you sold',
    description:
      'Changes who travels and where they get on and off, until the bus leaves. Details that are left out stay as they are, and ' +
      '`null` clears all but the name. The traveller gets the confirmation again by mail, unless you tell them what you do.',
    returns: 'Shows the booking with the changed details.',
    access: 'agentSeller',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    body: passengersBody,
    status: 200,
    response: agentBookingResponse,
    refuses: [bookingUnknown, notChangeable, tripDeparted, nameChangesUsed],
    handle: async ({ caller, params: { id: booking }, body }) =>
      toAgentBooking(uses, caller)(await uses.changePassengersForAgent(caller, booking, toPassengerChanges(body))),
  }),

  route({
    method: 'get',
    path: '/api/agent/bookings/:id/cancellation-quote',
    operationId: 'quoteAgentCancellation',
    summary: 'Ask what a cancellation of a booking that you sold would cost now',
    description:
      "Computes the fee and the refund by the rules of a passenger's cancellation, and your credit. Some seats can be quoted by themselves.",
    returns: 'Shows the fee, the refund and the credit of a cancellation at this moment.',
    access: 'agentReader',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    query: partQuery,
    status: 200,
    response: Type.Object({ ...quoteFields, ...credited }, { title: 'AgentCancellationQuote' }),
    refuses: [bookingUnknown, bookingOver, bookingNotPaid, placesChanged, seatBoarded],
    handle: async ({ caller, params: { id: booking }, query }) => {
      const quote = await uses.quoteCancellationForAgent(caller, booking, toQueriedPart(query));
      return withCredited(toQuote(quote), quote);
    },
  }),

  route({
    method: 'post',
    path: '/api/agent/bookings/:id/cancel',
    operationId: 'cancelAgentBooking',
    summary: 'Cancel a booking that you sold, or some of its seats',
    description:
      'Cancels a booking, or some of its seats, until the bus leaves. Without a body, or with `{}`, the whole booking is cancelled; a field that is unknown is refused. The seats are on sale again, and your account is credited at once. You give the money back to the traveller. With an `Idempotency-Key`, a repeated request gets the first answer again.',
    returns: 'Shows the cancellation, with its fee, its refund and your credit.',
    access: 'agentSeller',
    whileSuspended: true,
    idempotent: true,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    body: Type.Object(
      {
        reason: lines({ description: 'Gives the reason for the cancellation, cut to 300 characters.' }),
        ...partFields,
      },
      knownFieldsOnly,
    ),
    status: 200,
    response: Type.Object({ ...cancellationFields, ...credited }, { title: 'AgentCancellation' }),
    refuses: [bookingUnknown, bookingOver, tripDeparted, bookingNotPaid, placesChanged, seatBoarded],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(
        (ended: Ended & Credited) => withCredited(toCancellation(ended), ended),
        (keep) => uses.cancelForAgent(caller, booking, body.reason, toGivenPart(body), keep),
      ),
  }),

  route({
    method: 'post',
    path: '/api/agent/bookings/:id/change-quote',
    operationId: 'quoteAgentChange',
    summary: 'Ask what a change of a booking that you sold would cost now',
    description: 'Computes what a change of the booking would cost; nothing changes.',
    returns: 'Shows the price of the change at this moment.',
    access: 'agentSeller',
    idempotent: true,
    keepsRefusals: false,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    body: Type.Object(changeFields),
    status: 200,
    response: changeQuoteResponse,
    refuses: QUOTE_REFUSALS,
    handle: async ({ caller, params: { id: booking }, body }) =>
      toldQuote(await uses.quoteChangeForAgent(caller, booking, toAskedChange(body))),
  }),

  route({
    method: 'post',
    path: '/api/agent/bookings/:id/change',
    operationId: 'changeAgentBooking',
    summary: 'Change a booking that you sold to another trip, or to other seats',
    description:
      'Moves the booking to another trip of the same company between the same cities (201), or to other seats of the same trip (200). Your customer must hold the new seats. A price difference is taken on account, and money that is left is credited, at once. With an `Idempotency-Key`, a repeated request gets the first answer again.',
    returns: 'Shows the new booking, which is for the other trip and replaces the booking that was changed.',
    access: 'agentSeller',
    idempotent: true,
    keepsRefusals: false,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewAgentBooking(caller, booking),
    body: Type.Object({ ...changeFields, holder }),
    status: 201,
    marksNew: { returnsKnown: 'Shows the same booking with its new seats.' },
    response: agentBookingResponse,
    refuses: [...QUOTE_REFUSALS, ...[nameChangesUsed, selectionExpired, seatsTaken, quoteChanged, creditExhausted]],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(
        ({ booking: changed, isNew }: ChangedForAgent) => ({ ...toAgentBooking(uses, caller)(changed), isNew }),
        (keep) => uses.changeForAgent(caller, booking, { ...toAskedChange(body), holder: body.holder }, keep),
      ),
  }),
];
