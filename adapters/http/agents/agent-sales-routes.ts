import { type Static, Type } from '@sinclair/typebox';
import { isOperatorEmail, normalEmail } from '../../../core/accounts/email-address.ts';
import type { CheckAgentTrip } from '../../../core/agents/agent-trips.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { HoldSeatsForAgent, ReleaseSeatsForAgent } from '../../../core/agents/hold-seats.ts';
import {
  creditExhausted,
  fareChanged,
  keyLimitReached,
  referenceUsed,
  tooManyHolds,
} from '../../../core/agents/refusals.ts';
import type { AgentBookings } from '../../../core/agents/sale-ports.ts';
import type { SellForAgent, SoldByAgent } from '../../../core/agents/sell.ts';
import { AGENT_MESSAGES, BOOKING_STATUSES, type Contact } from '../../../core/bookings/booking.ts';
import { busNotApproved, selectionExpired, tooFewSeatsLeft } from '../../../core/bookings/refusals.ts';
import { badContactEmail } from '../../../core/counter/refusals.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { fromRupees, toRupees } from '../../../core/kernel/money.ts';
import { noSeatMap, notTogether, tooFewSeatsFree } from '../../../core/seats/refusals.ts';
import { notOnSale, tripDeparted, tripNotBookable, tripUnknown } from '../../../core/trips/refusals.ts';
import { givenPassenger, toGivenPassenger } from '../bookings/given-passenger.ts';
import { choice, decimal, item, matching, orNull, sizedName, tripPath, verbatim } from '../route/fields.ts';
import { verbatim as byBytes, key, type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';
import { givenKeptFor, givenSeats, holdBody, holdResponse, releaseResponse, toHold } from '../seats/seats-routes.ts';
import { givenSection, sectionBody } from '../trips/section.ts';
import { type AgentBookingNeeds, agentBookingResponse, contactsAfter, toAgentBooking } from './agent-booking.ts';

interface Uses extends AgentBookingNeeds, ListNeeds {
  readonly checkAgentTrip: CheckAgentTrip;
  readonly holdSeatsForAgent: HoldSeatsForAgent;
  readonly releaseSeatsForAgent: ReleaseSeatsForAgent;
  readonly sellForAgent: SellForAgent;
  readonly agentBookings: AgentBookings;
}

/** The customer who holds seats, in the body of a request. */
export const holder = Type.Optional(
  verbatim({
    description:
      'Is your name for the customer who holds the seats: 1 to 40 printable ASCII characters, letter case counts. Without it, your key or person is one customer.',
    examples: ['cart-4711'],
  }),
);

const saleBody = Type.Object(
  {
    schedule_id: Type.Integer({ description: 'Identifies the trip, as `id` of a search does.', examples: [42] }),
    seat_numbers: Type.Optional(
      Type.Array(item(), {
        description: 'Lists the numbers of 1 to 6 seats that the customer holds, on a bus with a seat map.',
        examples: [['A1']],
      }),
    ),
    seats: Type.Optional(
      Type.Integer({ description: 'Gives the number of places, 1 to 20, on a bus without a seat map.' }),
    ),
    ...sectionBody,
    passengers: Type.Optional(
      Type.Array(givenPassenger, { description: 'Names the passengers and their seats. Each field may be left out.' }),
    ),
    contact: Type.Object(
      {
        name: sizedName({ max: 150 }, { description: 'Names the traveller.', examples: ['Asha Gurung'] }),
        phone: matching(/^[0-9 +-]{5,20}$/, '5 to 20 digits, spaces, plus and minus signs', {
          description: 'Gives the phone number of the traveller, to which texts about the trip go.',
          examples: ['9812345678'],
        }),
        email: Type.Optional(
          orNull(
            item({
              format: 'email',
              description: 'Gives the e-mail address that gets the ticket; null or an empty text means none.',
            }),
          ),
        ),
      },
      { description: 'Names the traveller, who gets the ticket and hears of changes.' },
    ),
    reference: verbatim({
      description:
        'Is your own reference of the sale: 1 to 64 printable ASCII characters. It names one sale for ever, so that a repeated request never sells twice. A change to another trip makes a new booking with the same reference; the repeated sale then answers the newest one.',
      examples: ['HT-2026-0815'],
    }),
    holder,
    total: Type.Optional(
      decimal(
        { minimum: 0, maximum: 100_000_000 },
        {
          description:
            'Gives the price that your customer saw, in NPR. If the price is another one by now, the sale is refused.',
          examples: [1200],
        },
      ),
    ),
    messages: Type.Optional(
      choice(AGENT_MESSAGES, {
        description:
          'Names the sender of messages to the traveller about your own sales, changes and cancellations. `service` (default): the service sends them. `agent`: you do, and the service sends none of them. Messages about what others do, such as a cancelled trip, come from the service in both cases.',
      }),
    ),
  },
  {
    examples: [
      {
        schedule_id: 42,
        seat_numbers: ['A1'],
        contact: { name: 'Asha Gurung', phone: '9812345678' },
        reference: 'HT-2026-0815',
        total: 1200,
      },
    ],
  },
);

function contactOf({ name, phone, email }: Static<typeof saleBody>['contact']): Contact {
  const address = normalEmail(email ?? '');
  if (address === '') return { name, phone, email: null };
  if (!isOperatorEmail(address)) throw badContactEmail();
  return { name, phone, email: address };
}

const tripExists =
  ({ checkAgentTrip }: Uses) =>
  (request: { readonly caller: AgentCaller; readonly params: { readonly id: TripId } }) =>
    checkAgentTrip(request.caller.agentId, request.params.id);

export const agentSalesRoutes = (uses: Uses) => [
  route({
    method: 'post',
    path: '/api/agent/trips/:id/seats/lock',
    operationId: 'holdAgentSeats',
    summary: 'Hold seats for a customer',
    description:
      'Sets the whole selection of one of your customers on the trip. Seats that this customer held and that you do not name again are let go of. Each seat is granted or rejected by itself, and the status is 200 even if no seat was granted: look at `granted`. With `best` instead of numbers, the service chooses free seats that are close to each other, all or none. An answer that grants no seat is not stored under an Idempotency-Key.',
    returns: 'Lists the seats that were granted and those that were rejected.',
    access: 'agentSeller',
    idempotent: true,
    keepsRefusals: false,
    // A program that tries again under its key is to get the seats once they are free.
    isRefusal: (answer) => (answer as { readonly granted: readonly unknown[] }).granted.length === 0,
    params: tripPath,
    exists: tripExists(uses),
    body: Type.Object({ ...holdBody, holder }),
    status: 200,
    response: holdResponse,
    refuses: [tripUnknown, tripDeparted, notOnSale, noSeatMap, tooFewSeatsFree, notTogether, tooManyHolds],
    handle: async ({ caller, params, body }) =>
      toHold(
        await uses.holdSeatsForAgent(caller, params.id, {
          seats: givenSeats(body),
          keptFor: givenKeptFor(body),
          section: givenSection(body),
          holder: body.holder,
        }),
      ),
  }),

  route({
    method: 'post',
    path: '/api/agent/trips/:id/seats/release',
    operationId: 'releaseAgentSeats',
    summary: 'Let go of the seats of a customer',
    description: 'Ends the holds of one of your customers on the trip, so that others can book the seats.',
    returns: 'Counts the seats that were released.',
    access: 'agentSeller',
    whileSuspended: true,
    idempotent: true,
    keepsRefusals: false,
    params: tripPath,
    exists: tripExists(uses),
    body: Type.Object({ ...sectionBody, holder }),
    status: 200,
    response: releaseResponse,
    refuses: [tripUnknown],
    handle: async ({ caller, params, body }) => ({
      released: await uses.releaseSeatsForAgent(caller, params.id, {
        section: givenSection(body),
        holder: body.holder,
      }),
    }),
  }),

  route({
    method: 'post',
    path: '/api/agent/bookings',
    operationId: 'sellAsAgent',
    summary: 'Sell seats on account',
    description:
      'Sells seats that your customer holds, or places on a bus without a seat map. The booking is CONFIRMED at once, and your account is debited with the price less your commission. ' +
      'The same order again under its reference answers the booking as it is now (200). Another order under that reference is refused. A refusal ends no hold. Send the `holder` of the hold: seats that another holder holds are refused with `SEAT_SELECTION_EXPIRED`, too.',
    returns: 'Shows the new booking.',
    access: 'agentSeller',
    idempotent: true,
    keepsRefusals: false,
    body: saleBody,
    status: 201,
    marksNew: { returnsKnown: 'Shows the booking that was sold under this reference before, as it is now.' },
    headersOf: {
      'Quota-Remaining': {
        description:
          'Gives the amount in NPR for which the key may still sell on this local day. It is absent for a key without a daily limit, and when an earlier sale is answered again.',
        value: (sold) => (sold as { readonly quotaLeft?: string }).quotaLeft,
      },
    },
    response: agentBookingResponse,
    refuses: [
      ...[referenceUsed, tripUnknown, busNotApproved, tripNotBookable, tripDeparted, notOnSale, tooFewSeatsLeft],
      ...[selectionExpired, fareChanged, creditExhausted, keyLimitReached],
    ],
    handle: ({ caller, body, language, once }) =>
      once(
        ({ booking, isNew, quotaLeft }: SoldByAgent) => ({
          ...toAgentBooking(uses, caller)(booking),
          isNew,
          quotaLeft: quotaLeft === undefined ? undefined : String(toRupees(quotaLeft)),
        }),
        (keep) =>
          uses.sellForAgent(
            caller,
            {
              tripId: body.schedule_id,
              seatNumbers: (body.seat_numbers ?? []) as SeatNumber[],
              seats: body.seats ?? 1,
              section: givenSection(body),
              passengers: (body.passengers ?? []).map(toGivenPassenger),
              contact: contactOf(body.contact),
              reference: body.reference,
              holder: body.holder,
              total: body.total === undefined ? undefined : fromRupees(body.total),
              messages: body.messages ?? 'service',
              language: language(),
            },
            keep,
          ),
      ),
  }),

  listRoute(uses, {
    path: '/api/agent/bookings',
    operationId: 'listAgentBookings',
    summary: 'List the bookings that you sold',
    description: 'Lists the bookings of your agent, newest first. `from` and `to` are days of departure.',
    returns: 'Lists your bookings, newest first, page by page.',
    access: 'agentReader',
    filters: {
      q: substring(
        'Limits the list to bookings with this text in the booking code, or in the names or the phone of the traveller while the booking shows its `contact`.',
      ),
      reference: byBytes(
        'Limits the list to the sale with this reference, and to the bookings that it was changed to.',
      ),
      booking_status: oneOfWords(BOOKING_STATUSES),
      schedule_id: key<TripId>('Limits the list to the bookings of the trip with this id.'),
    },
    byDay: true,
    item: agentBookingResponse,
    list: ({ caller, given: { q, reference, booking_status: status, schedule_id: tripId }, during }, page) =>
      uses.agentBookings.list(
        caller.agentId,
        {
          ...(q !== undefined && { q, contactsAfter: contactsAfter(uses, caller) }),
          ...(reference !== undefined && { reference }),
          ...(status && { status }),
          ...(tripId && { tripId }),
          departs: during,
        },
        page,
      ),
    toItem: (booking, caller) => toAgentBooking(uses, caller)(booking),
  }),
];
