import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { ViewOwnBooking } from '../../../core/bookings/shown-bookings.ts';
import type { CancelBooking, QuoteCancellation } from '../../../core/changes/cancel-booking.ts';
import type { Ended } from '../../../core/changes/end-booking.ts';
import type { RefundQuote } from '../../../core/changes/refund-tiers.ts';
import { bookingNotPaid, bookingOver, placesChanged, seatBoarded } from '../../../core/changes/refusals.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { tripDeparted } from '../../../core/trips/refusals.ts';
import { bookingPath, lines, rupees } from '../route/fields.ts';
import { knownFieldsOnly, partFields, partQuery, toGivenPart, toQueriedPart } from './part.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewOwnBooking: ViewOwnBooking;
  readonly quoteCancellation: QuoteCancellation;
  readonly cancelBooking: CancelBooking;
}

export const quoteFields = {
  refund: rupees({ description: 'Gives the amount that the passenger gets back, in NPR.', examples: [1080] }),
  fee: rupees({ description: 'Gives the amount that the passenger does not get back, in NPR.', examples: [120] }),
  tier: Type.String({
    description: 'Says which tier applies, in words for the passenger.',
    examples: ['10% fee: 24 to 48 hours before departure'],
  }),
};

export const cancellationFields = {
  ...quoteFields,
  status: Type.String({
    enum: ['CANCELLED', 'REFUNDED', 'CONFIRMED', 'CHECKED_IN'],
    description:
      'Gives the status of the booking: it becomes REFUNDED when the passenger gets money back, and is unchanged when seats are left.',
  }),
};

export const toQuote = ({ refund, fee, tier }: RefundQuote) => ({ refund: toRupees(refund), fee: toRupees(fee), tier });
export const toCancellation = (cancelled: Ended) => ({ ...toQuote(cancelled), status: cancelled.status });

export const cancellationRoutes = ({ viewOwnBooking, quoteCancellation, cancelBooking }: Uses) => [
  route({
    method: 'get',
    path: '/api/bookings/:id/cancellation-quote',
    operationId: 'quoteCancellation',
    summary: 'Ask what a cancellation would cost now',
    description:
      'Nothing is charged for a booking that is not paid yet, nor on a trip that the bus company has cancelled. ' +
      'A cancellation at the same moment costs exactly this. ' +
      'Some seats of a paid booking can be quoted by themselves.',
    returns: 'Shows the fee and the refund of a cancellation at this moment.',
    access: 'passenger',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => viewOwnBooking(caller.userId, booking),
    query: partQuery,
    status: 200,
    response: Type.Object(quoteFields, { title: 'CancellationQuote' }),
    refuses: [bookingUnknown, bookingNotOwn, bookingOver, bookingNotPaid, placesChanged, seatBoarded],
    handle: async ({ caller, params: { id: booking }, query }) =>
      toQuote(await quoteCancellation(caller.userId, booking, toQueriedPart(query))),
  }),

  route({
    method: 'post',
    path: '/api/bookings/:id/cancel',
    operationId: 'cancelBooking',
    summary: 'Cancel a booking, or some of its seats',
    description:
      'Cancels your booking, or some of its seats, until the bus leaves. The seats are on sale again at once; ' +
      'a refund is recorded and paid by hand within days. With `seats` or `places` the others stay: ' +
      'the booking keeps its status, and its ticket is good for them. ' +
      'Naming all seats that are left cancels the whole booking.',
    returns: 'Shows the cancellation, with its fee and its refund.',
    access: 'passenger',
    idempotent: true,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => viewOwnBooking(caller.userId, booking),
    body: Type.Object(
      {
        reason: lines({
          description: 'Gives the reason for the cancellation, cut to 300 characters. Line breaks are kept.',
          examples: ['My plans have changed.'],
        }),
        ...partFields,
      },
      knownFieldsOnly,
    ),
    status: 200,
    response: Type.Object(cancellationFields, { title: 'Cancellation' }),
    refuses: [bookingUnknown, bookingNotOwn, bookingOver, tripDeparted, bookingNotPaid, placesChanged, seatBoarded],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(toCancellation, (keep) => cancelBooking(caller.userId, booking, body.reason, toGivenPart(body), keep)),
  }),
];
