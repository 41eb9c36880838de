import { Type } from '@sinclair/typebox';
import type { CancelBooking } from '../../../core/cancellations/cancel-booking.ts';
import type { QuoteCancellation } from '../../../core/cancellations/quote-cancellation.ts';
import type { RefundQuote } from '../../../core/cancellations/refund-tiers.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { id, lines, rupees } from '../fields.ts';
import { route } from '../route.ts';

interface Uses {
  readonly quoteCancellation: QuoteCancellation;
  readonly cancelBooking: CancelBooking;
}

const quoteFields = {
  refund: rupees({ description: 'What goes back to the passenger, NPR.', examples: [1080] }),
  fee: rupees({ description: 'What is kept, NPR.', examples: [120] }),
  tier: Type.String({ description: 'Why, in a sentence for the passenger.', examples: ['10% fee: 24 to 48 hours before departure'] }),
};

const params = Type.Object({ id: id({ description: 'The booking id.' }) });

const toQuote = ({ refund, fee, tier }: RefundQuote) => ({ refund: toRupees(refund), fee: toRupees(fee), tier });

export const cancellationRoutes = ({ quoteCancellation, cancelBooking }: Uses) => [
  route({
    method: 'get',
    path: '/api/bookings/:id/cancellation-quote',
    summary: 'Ask what a cancellation would cost now',
    description: 'Nothing is charged for a booking that is not paid yet. A cancellation at the same moment costs exactly this.',
    access: 'passenger',
    params,
    status: 200,
    answer: Type.Object(quoteFields, { title: 'CancellationQuote' }),
    refuses: { absent: ['BOOKING_UNKNOWN'], conflict: ['BOOKING_OVER'] },
    handle: async ({ caller, params: { id: booking } }) => toQuote(await quoteCancellation(caller.userId, booking as BookingId)),
  }),

  route({
    method: 'post',
    path: '/api/bookings/:id/cancel',
    summary: 'Cancel a booking',
    description: 'Possible until the bus leaves. The seats are on sale again at once; a refund is recorded and paid by hand within days.',
    access: 'passenger',
    idempotent: true,
    params,
    body: Type.Object({
      reason: lines({ description: 'Cut to 300 characters. Lines are kept.', examples: ['My plans have changed.'] }),
    }),
    status: 200,
    answer: Type.Object({
      ...quoteFields,
      status: Type.String({ enum: ['CANCELLED', 'REFUNDED'], description: 'What the booking is now: REFUNDED when money goes back.' }),
    }, { title: 'Cancellation' }),
    refuses: { absent: ['BOOKING_UNKNOWN'], conflict: ['BOOKING_OVER', 'TRIP_DEPARTED'] },
    handle: async ({ caller, params: { id: booking }, body }) => {
      const cancelled = await cancelBooking(caller.userId, booking as BookingId, body.reason);
      return { ...toQuote(cancelled), status: cancelled.status };
    },
  }),
];
