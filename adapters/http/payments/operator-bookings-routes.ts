import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { AgentId, TripId } from '../../../core/kernel/ids.ts';
import type { OfficeBookings } from '../../../core/payments/office-booking.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import { type OfficeBookingNeeds, companyOffice, officeBookingResponse, toOfficeBooking } from './office-booking.ts';
import { bookingPath } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds, OfficeBookingNeeds {
  readonly officeBookings: Pick<OfficeBookings, 'list'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
}

export const operatorBookingRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/operator/bookings',
    operationId: 'listCompanyBookings',
    summary: 'List the bookings of your company',
    description: 'Lists the bookings with your company, newest first. `from` and `to` are days of departure.',
    returns: 'Lists the bookings with your company, newest first, page by page.',
    access: 'clerk',
    filters: {
      q: substring(
        'Limits the list to bookings with this text in the booking code, in the name of a passenger, or in name, phone or e-mail of the contact.',
      ),
      status: oneOfWords(BOOKING_STATUSES),
      schedule_id: key<TripId>('Limits the list to the bookings of the trip with this id.'),
      agent_id: key<AgentId>('Limits the list to the sales of the agent with this id.'),
    },
    byDay: true,
    item: officeBookingResponse,
    list: ({ caller, given: { schedule_id: tripId, agent_id: agentId, ...given }, during: departs }, page) =>
      uses.officeBookings.list(
        {
          ...given,
          ...(tripId && { tripId }),
          ...(agentId && { agentId }),
          departs,
          operatorId: caller.staff.operatorId,
        },
        page,
      ),
    toItem: toOfficeBooking(uses),
  }),

  route({
    method: 'get',
    path: '/api/operator/bookings/:id',
    operationId: 'getCompanyBooking',
    summary: 'Look at a booking of your company',
    description: 'Shows your staff one booking with your company: its passengers, its payments and its refunds.',
    returns: 'Shows the booking, with its payments and refunds.',
    access: 'clerk',
    params: bookingPath,
    status: 200,
    response: officeBookingResponse,
    refuses: [noSuchBooking],
    handle: async ({ caller, params: { id: booking } }) =>
      toOfficeBooking(uses)(await uses.viewOfficeBooking(companyOffice(caller), booking)),
  }),
];
