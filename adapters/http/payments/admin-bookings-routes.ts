import { Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { CancelForOffice } from '../../../core/changes/cancel-for-office.ts';
import { bookingClosed, tripArrived } from '../../../core/changes/cancellation-refusals.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type {
  Office,
  OfficeBooking,
  OfficeBookings,
  ViewOfficeBooking,
} from '../../../core/payments/office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { TicketLinks } from '../../../core/tickets/ticket.ts';
import { officeBookingFields, toOfficeBooking } from './office-booking.ts';
import { emailAddress, id } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';
import { CANCELLATION_IN_WORDS, cancellationBody } from './operator-bookings-routes.ts';

interface Uses extends ListNeeds, TicketLinks {
  readonly officeBookings: Pick<OfficeBookings, 'list'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly cancelForOffice: CancelForOffice;
}

const adminBooking = Type.Object(
  {
    ...officeBookingFields,
    operator: Type.Object({
      id: Type.Integer({ examples: [3] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
    }),
    user: Type.Object(
      { id: Type.Integer({ examples: [12] }), email: emailAddress() },
      { description: 'The account that made it: the passenger, or the seller at a counter.' },
    ),
  },
  { title: 'AdminBooking' },
);

const toAdminBooking = (links: TicketLinks) => (booking: OfficeBooking) => ({
  ...toOfficeBooking(links)(booking),
  operator: { id: booking.operatorId, company_name: booking.companyName },
  user: { id: booking.userId, email: booking.account.email },
});

const params = Type.Object({ id: id<BookingId>({ description: 'The booking id.' }) });

const office = ({ userId }: { readonly userId: UserId }): Office => ({ role: 'ADMIN', userId });

export const adminBookingRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/admin/bookings',
    operationId: 'listAdminBookings',
    summary: 'List all bookings',
    description: 'Newest first. `from` and `to` are days of departure.',
    access: 'admin',
    filters: {
      q: substring('Part of the booking code, the name of a passenger, or name, phone or e-mail of the contact.'),
      booking_status: oneOfWords(BOOKING_STATUSES),
      operator_id: key<OperatorId>('The company.'),
      schedule_id: key<TripId>('The trip.'),
    },
    byDay: true,
    item: adminBooking,
    list: ({ given: { q, booking_status: status, operator_id: operatorId, schedule_id: tripId }, during }, page) =>
      uses.officeBookings.list(
        {
          ...(q !== undefined && { q }),
          ...(status && { status }),
          ...(operatorId && { operatorId }),
          ...(tripId && { tripId }),
          departs: during,
        },
        page,
      ),
    toItem: toAdminBooking(uses),
  }),

  route({
    method: 'get',
    path: '/api/admin/bookings/:id',
    operationId: 'getAdminBooking',
    summary: 'Look at any booking',
    access: 'admin',
    params,
    status: 200,
    response: adminBooking,
    refuses: [noSuchBooking],
    handle: async ({ caller, params: { id: booking } }) =>
      toAdminBooking(uses)(await uses.viewOfficeBooking(office(caller), booking)),
  }),

  route({
    method: 'post',
    path: '/api/admin/bookings/:id/cancel',
    operationId: 'cancelAdminBooking',
    summary: 'Cancel any booking',
    description: CANCELLATION_IN_WORDS,
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(office(caller), booking),
    body: cancellationBody,
    status: 200,
    response: adminBooking,
    refuses: [noSuchBooking, bookingClosed, tripArrived],
    handle: ({ caller, params: { id: booking }, body: { reason, fee = 'none' }, once }) =>
      once(toAdminBooking(uses), (keep) => uses.cancelForOffice(office(caller), booking, { reason, fee }, keep)),
  }),
];
