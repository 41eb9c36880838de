import { Type } from '@sinclair/typebox';
import type { CreateBooking } from '../../../core/bookings/create-booking.ts';
import type { ListBookings, ViewBooking } from '../../../core/bookings/view-bookings.ts';
import {
  bookingUnknown,
  busNotApproved,
  selectionExpired,
  tooFewSeatsLeft,
  tooManyUnpaid,
} from '../../../core/bookings/refusals.ts';
import type { BookingId, SeatNumber } from '../../../core/kernel/ids.ts';
import { tripDeparted, tripNotBookable, tripUnknown } from '../../../core/trips/refusals.ts';
import {
  bookingResponse,
  givenPassenger,
  type RefundGateways,
  toBookingResponse,
  toGivenPassenger,
} from './booking.ts';
import { id, item } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly createBooking: CreateBooking;
  readonly listBookings: ListBookings;
  readonly viewBooking: ViewBooking;
  readonly gateways: RefundGateways;
}

const bookingBody = Type.Object({
  schedule_id: Type.Integer({ examples: [42] }),
  seat_numbers: Type.Optional(
    Type.Array(item(), { description: 'On a bus with a seat map: seats that you hold.', examples: [['A1']] }),
  ),
  passengers: Type.Optional(
    Type.Array(givenPassenger, { description: 'Who sits where. Optional, and so is each field.' }),
  ),
  seats: Type.Optional(
    Type.Integer({ description: 'On a bus without a seat map: how many. Default: 1.', examples: [1] }),
  ),
});

export const bookingRoutes = ({ createBooking, listBookings, viewBooking, gateways }: Uses) => {
  const toResponse = toBookingResponse(gateways);
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
      access: 'passenger',
      idempotent: true,
      limit: 'hold',
      body: bookingBody,
      status: 201,
      response: bookingResponse,
      refuses: [
        ...[tripUnknown, tripDeparted, tripNotBookable, busNotApproved],
        ...[selectionExpired, tooFewSeatsLeft, tooManyUnpaid],
      ],
      handle: ({ caller, body, language, once }) =>
        once(toResponse, (keep) =>
          createBooking(
            caller.userId,
            {
              tripId: body.schedule_id,
              seatNumbers: (body.seat_numbers ?? []) as SeatNumber[],
              passengers: (body.passengers ?? []).map(toGivenPassenger),
              seats: body.seats ?? 1,
              language: language(),
            },
            keep,
          ),
        ),
    }),

    route({
      method: 'get',
      path: '/api/bookings',
      operationId: 'listBookings',
      summary: 'List your bookings',
      description: 'Newest first, at most 100.',
      access: 'passenger',
      status: 200,
      response: Type.Array(bookingResponse),
      handle: async ({ caller }) => (await listBookings(caller.userId)).map(toResponse),
    }),

    route({
      method: 'get',
      path: '/api/bookings/:id',
      operationId: 'getBooking',
      summary: 'Look at one of your bookings',
      access: 'passenger',
      params: Type.Object({ id: id<BookingId>({ description: 'The booking id.' }) }),
      status: 200,
      response: bookingResponse,
      refuses: [bookingUnknown],
      handle: async ({ caller, params }) => toResponse(await viewBooking(caller.userId, params.id)),
    }),
  ];
};
