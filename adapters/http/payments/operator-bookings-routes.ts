import { Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import { type CancelForOffice, OFFICE_FEES } from '../../../core/changes/cancel-for-office.ts';
import { bookingClosed, tripArrived } from '../../../core/changes/cancellation-refusals.ts';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import type { BookingId, TripId } from '../../../core/kernel/ids.ts';
import type { Office, OfficeBookings, ViewOfficeBooking } from '../../../core/payments/office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { FindOfficeTicket, PrintOfficeTicket } from '../../../core/tickets/print-ticket.ts';
import { ticketUnavailable } from '../../../core/tickets/refusals.ts';
import type { TicketLinks } from '../../../core/tickets/ticket.ts';
import { officeBookingResponse, toOfficeBooking } from './office-booking.ts';
import { choice, id, lines } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { fileRoute, route } from '../route/route.ts';

interface Uses extends ListNeeds, TicketLinks {
  readonly officeBookings: Pick<OfficeBookings, 'list'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly cancelForOffice: CancelForOffice;
  readonly findOfficeTicket: FindOfficeTicket;
  readonly printOfficeTicket: PrintOfficeTicket;
}

/** Fields of an office's request to cancel a booking. */
export const cancellationBody = Type.Object({
  reason: lines({
    description: 'The passenger reads it. Must not be empty; cut to 300 characters. Line breaks are kept.',
    examples: ['The bus broke down.'],
  }),
  fee: Type.Optional(
    choice(OFFICE_FEES, { description: 'What the passenger is charged. Default: none.', examples: ['none'] }),
  ),
});

export const CANCELLATION_IN_WORDS =
  'Possible until the bus arrives. The passenger gets everything back, or with `fee: "tiers"` what their own cancellation would leave them now; they get one mail. ' +
  'The seats are on sale again at once.';

const params = Type.Object({ id: id<BookingId>({ description: 'The booking id.' }) });

const officeOf = (caller: StaffCaller): Office => ({ role: 'OPERATOR', ...memberOf(caller) });

export const operatorBookingRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/operator/bookings',
    operationId: 'listOwnBookings',
    summary: 'List the bookings of your company',
    description: 'Newest first. `from` and `to` are days of departure.',
    access: 'clerk',
    filters: {
      q: substring('Part of the booking code, the name of a passenger, or name, phone or e-mail of the contact.'),
      status: oneOfWords(BOOKING_STATUSES),
      schedule_id: key<TripId>('The trip.'),
    },
    byDay: true,
    item: officeBookingResponse,
    list: ({ caller, given: { schedule_id: tripId, ...given }, during: departs }, page) =>
      uses.officeBookings.list(
        { ...given, ...(tripId && { tripId }), departs, operatorId: caller.staff.operatorId },
        page,
      ),
    toItem: toOfficeBooking(uses),
  }),

  route({
    method: 'get',
    path: '/api/operator/bookings/:id',
    operationId: 'getOwnBooking',
    summary: 'Look at a booking of your company',
    access: 'clerk',
    params,
    status: 200,
    response: officeBookingResponse,
    refuses: [noSuchBooking],
    handle: async ({ caller, params: { id: booking } }) =>
      toOfficeBooking(uses)(await uses.viewOfficeBooking(officeOf(caller), booking)),
  }),

  route({
    method: 'post',
    path: '/api/operator/bookings/:id/cancel',
    operationId: 'cancelOwnBooking',
    summary: 'Cancel a booking of your company',
    description: CANCELLATION_IN_WORDS,
    access: 'manager',
    whileSuspended: true,
    idempotent: true,
    params,
    exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(officeOf(caller), booking),
    body: cancellationBody,
    status: 200,
    response: officeBookingResponse,
    refuses: [noSuchBooking, bookingClosed, tripArrived],
    handle: ({ caller, params: { id: booking }, body: { reason, fee = 'none' }, once }) =>
      once(toOfficeBooking(uses), (keep) => uses.cancelForOffice(officeOf(caller), booking, { reason, fee }, keep)),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/bookings/:id/ticket',
    operationId: 'downloadOwnTicket',
    summary: 'Download the e-ticket of a booking of your company',
    description: "The passenger's own: one A5 page as a PDF, with a signed token in its QR code.",
    access: 'clerk',
    limit: 'ticket',
    draws: 'ticket',
    params,
    exists: ({ caller, params: { id: booking } }) => uses.findOfficeTicket(officeOf(caller), booking),
    mediaTypes: ['application/pdf'],
    refuses: [noSuchBooking, ticketUnavailable],
    handle: async ({ caller, params: { id: booking } }) => ({
      ...(await uses.printOfficeTicket(officeOf(caller), booking)),
      mediaType: 'application/pdf',
    }),
  }),
];
