import { Type } from '@sinclair/typebox';
import type { ListNotified, NotifiedBooking } from '../../../core/changes/list-notified.ts';
import { REFUND_STATUSES } from '../../../core/payments/refund.ts';
import { DELIVERIES } from '../../../core/platform/notices.ts';
import { noSuchTrip } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { nullable, tripPath } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';

interface Uses extends ListNeeds {
  readonly listNotified: ListNotified;
  readonly viewOwnTrip: ViewOwnTrip;
}

const delivery = (description: string) => nullable(Type.String({ enum: [...DELIVERIES], description }));

const notifiedBooking = Type.Object(
  {
    booking_id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({ examples: ['BT261120004711'] }),
    name: Type.String({
      description: 'Names the customer of a counter sale, or the passenger who booked online.',
      examples: ['Asha Gurung'],
    }),
    phone: nullable(
      Type.String({
        description: 'Gives the phone number of the contact; null if no number is known.',
        examples: ['9812345678'],
      }),
    ),
    seats: Type.Array(Type.String({ examples: ['A1'] }), {
      description: 'Lists the seat numbers of the booking; it is empty on a bus without a seat map.',
    }),
    mail: delivery(
      'Gives the state of the mail. It is FAILED if the mail was given up, and null if the booking gets none, or if it no longer applied.',
    ),
    sms: delivery(
      'Gives the state of the text message. It is FAILED if the message was given up, and null if the booking gets none, or if it no longer applied.',
    ),
    refund: nullable(
      Type.String({
        enum: [...REFUND_STATUSES],
        description:
          'Gives the status of the refund for the cancelled trip; null if the trip is not cancelled, or nothing is refunded.',
      }),
    ),
  },
  { title: 'NotifiedBooking' },
);

const toNotifiedBooking = ({ booking, mail, sms, refund }: NotifiedBooking) => ({
  booking_id: booking.id,
  booking_code: booking.code,
  name: booking.contact.name,
  phone: booking.contact.phone,
  seats: booking.seats.map(({ seat }) => seat),
  mail,
  sms,
  refund,
});

export const toldRoutes = ({ listNotified, viewOwnTrip, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/trips/:id/told',
    operationId: 'listNotifiedBookings',
    summary: 'List who was told of the last change of a trip',
    description:
      'Lists the bookings that the last cancellation, retiming or swap of the trip concerns, ordered by id. Each shows whether its mail and its text message were sent, so that the company knows whom to call. ' +
      'After a retiming or a swap, bookings that were cancelled or changed since are left out. The list is empty for a trip that was never changed in these ways.',
    returns: 'Lists the notified bookings of the trip, page by page.',
    access: 'clerk',
    params: tripPath,
    exists: ({ caller, params }) => viewOwnTrip(caller.staff.operatorId, params.id),
    refuses: [noSuchTrip],
    filters: {},
    item: notifiedBooking,
    list: ({ params }, page) => listNotified(params.id, page),
    toItem: toNotifiedBooking,
  }),
];
