import { Type } from '@sinclair/typebox';
import type { CreateBooking } from '../../../core/bookings/create-booking.ts';
import type { ViewShownBooking } from '../../../core/bookings/shown-bookings.ts';
import { type ListBookings, MOST_BOOKINGS } from '../../../core/bookings/view-bookings.ts';
import {
  bookingUnknown,
  busNotApproved,
  selectionExpired,
  tooFewSeatsLeft,
  tooManyUnpaid,
} from '../../../core/bookings/refusals.ts';
import { type BookingId, LARGEST_ID, type SeatNumber } from '../../../core/kernel/ids.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { doorPassNeeded } from '../../../core/line/door-refusals.ts';
import type { RefuseWithoutPass } from '../../../core/line/door-pass.ts';
import { notOnSale, tripDeparted, tripNotBookable, tripUnknown } from '../../../core/trips/refusals.ts';
import { bookingResponse, type BookingResponseNeeds, toBookingResponse } from './booking.ts';
import { toWishingPassenger, wishingPassenger } from './given-passenger.ts';
import { givenSection, sectionBody } from '../trips/section.ts';
import { bookingPath, item, text } from '../route/fields.ts';
import { seatsPerDay } from '../../../core/seats/refusals.ts';
import { route } from '../route/route.ts';

interface Uses extends BookingResponseNeeds {
  readonly refuseWithoutPass: RefuseWithoutPass;
  readonly createBooking: CreateBooking;
  readonly listBookings: ListBookings;
  readonly viewShownBooking: ViewShownBooking;
}

const bookingBody = Type.Object({
  schedule_id: Type.Integer({ description: 'Identifies the trip, as `id` of a search does.', examples: [42] }),
  seat_numbers: Type.Optional(
    Type.Array(item(), {
      description: 'Lists the numbers of seats that you hold, on a bus with a seat map.',
      examples: [['A1']],
    }),
  ),
  passengers: Type.Optional(
    Type.Array(wishingPassenger, {
      description: 'Names the passengers and their seats. The list may be left out, and so may each field.',
    }),
  ),
  seats: Type.Optional(
    Type.Integer({
      description: 'Gives the number of places, on a bus without a seat map; by default 1.',
      examples: [1],
    }),
  ),
  ...sectionBody,
});

/**
 * Reads a whole number of at least 1 from a query. Undefined if the query has no number. Throws a Refusal for other
 * text.
 */
function wholeNumber<Value extends number = number>(field: string, given: string, most: number): Value | undefined {
  if (given === '') return undefined;
  const value = /^[0-9]{1,10}$/.test(given) ? Number(given) : 0;
  if (value < 1 || value > most) throw invalidField(field, `${field} must be a whole number from 1 to ${most}.`);
  return value as Value;
}

export const bookingRoutes = ({ createBooking, listBookings, viewShownBooking, refuseWithoutPass, ...needs }: Uses) => {
  const toResponse = toBookingResponse(needs);
  return [
    route({
      method: 'post',
      path: '/api/bookings',
      operationId: 'createBooking',
      summary: 'Book seats',
      description:
        'Turns seats that you hold into a booking, or takes places on a bus without a seat map. Pay it before `payment_deadline`, or it expires. ' +
        'You may have 5 bookings and 20 places unpaid at a time; with nothing else unpaid, one booking may be for more places. ' +
        'Its ticket and its mails are in English or Nepali, whichever `Accept-Language` prefers.',
      returns: 'Shows the new booking, which waits for its payment.',
      access: 'passenger',
      idempotent: true,
      limit: 'hold',
      body: bookingBody,
      status: 201,
      response: bookingResponse,
      refuses: [
        ...[tripUnknown, tripDeparted, notOnSale, doorPassNeeded, tripNotBookable, busNotApproved],
        ...[selectionExpired, tooFewSeatsLeft, seatsPerDay, tooManyUnpaid],
      ],
      handle: async ({ caller, body, language, header, once }) => {
        const tripId = body.schedule_id;
        const { userId } = caller;
        const places = { count: body.seats ?? 1, section: givenSection(body) };
        const judgePass = await refuseWithoutPass({ userId, tripId, pass: header('door-pass'), places });
        return once(toResponse, (keep) =>
          createBooking(
            caller.userId,
            {
              tripId: body.schedule_id,
              seatNumbers: (body.seat_numbers ?? []) as SeatNumber[],
              passengers: (body.passengers ?? []).map(toWishingPassenger),
              seats: body.seats ?? 1,
              section: givenSection(body),
              language: language(),
              judgePass,
            },
            keep,
          ),
        );
      },
    }),

    route({
      method: 'get',
      path: '/api/bookings',
      operationId: 'listBookings',
      summary: 'List your bookings',
      description:
        'Lists the bookings of the signed-in passenger, and tickets that counters sold to the verified phone number of the account, if their buses left within 90 days or have not left yet. ' +
        'The newest come first, at most 100. With `limit` and `before` it is read in pages, each as fast as the first; ' +
        'a page with fewer than `limit` is the last.',
      returns: 'Lists your bookings, newest first.',
      access: 'passenger',
      query: Type.Object({
        limit: text({
          description: `Limits the number of bookings in the answer: 1 to ${MOST_BOOKINGS}, or ${MOST_BOOKINGS} without it.`,
          shown: { type: 'integer', minimum: 1, maximum: MOST_BOOKINGS, default: MOST_BOOKINGS },
        }),
        before: text({
          shown: { type: 'integer', minimum: 1 },
          description: 'Repeats the id of the last booking of the page before.',
        }),
      }),
      status: 200,
      response: Type.Array(bookingResponse),
      handle: async ({ caller, query }) => {
        const page = {
          limit: wholeNumber('limit', query.limit, MOST_BOOKINGS),
          before: wholeNumber<BookingId>('before', query.before, LARGEST_ID),
        };
        return (await listBookings(caller.userId, page)).map(toResponse);
      },
    }),

    route({
      method: 'get',
      path: '/api/bookings/:id',
      operationId: 'getBooking',
      summary: 'Look at one of your bookings',
      description:
        'Shows the signed-in passenger one of their own bookings, with its trip, seats, payment and refunds.',
      returns: 'Shows the booking with this id.',
      access: 'passenger',
      params: bookingPath,
      status: 200,
      response: bookingResponse,
      refuses: [bookingUnknown],
      handle: async ({ caller, params }) => toResponse(await viewShownBooking(caller.userId, params.id)),
    }),
  ];
};
