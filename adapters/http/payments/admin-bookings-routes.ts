import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { AgentId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { OfficeBookings } from '../../../core/payments/office-booking.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import { type OfficeBookingNeeds, adminBookingResponse, adminOffice, toAdminBooking } from './office-booking.ts';
import { bookingPath } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds, OfficeBookingNeeds {
  readonly officeBookings: Pick<OfficeBookings, 'list'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
}

export const adminBookingRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/admin/bookings',
    operationId: 'listAdminBookings',
    summary: 'List all bookings',
    description: 'Lists the bookings with all companies, newest first. `from` and `to` are days of departure.',
    returns: 'Lists the bookings with all companies, newest first, page by page.',
    access: 'admin',
    filters: {
      q: substring(
        'Limits the list to bookings with this text in the booking code, in the name of a passenger, or in name, phone or e-mail of the contact.',
      ),
      booking_status: oneOfWords(BOOKING_STATUSES),
      operator_id: key<OperatorId>('Limits the list to the company with this id.'),
      agent_id: key<AgentId>('Limits the list to the sales of the agent with this id.'),
      schedule_id: key<TripId>('Limits the list to the bookings of the trip with this id.'),
    },
    byDay: true,
    item: adminBookingResponse,
    list: (
      { given: { q, booking_status: status, operator_id: operatorId, agent_id: agentId, schedule_id: tripId }, during },
      page,
    ) =>
      uses.officeBookings.list(
        {
          ...(q !== undefined && { q }),
          ...(status && { status }),
          ...(operatorId && { operatorId }),
          ...(agentId && { agentId }),
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
    description:
      'Shows an administrator any booking: its passengers, its payments, its refunds and the account that made it.',
    returns: 'Shows the booking, with its payments, its refunds and the account that made it.',
    access: 'admin',
    params: bookingPath,
    status: 200,
    response: adminBookingResponse,
    refuses: [noSuchBooking],
    handle: async ({ caller, params: { id: booking } }) =>
      toAdminBooking(uses)(await uses.viewOfficeBooking(adminOffice(caller), booking)),
  }),
];
