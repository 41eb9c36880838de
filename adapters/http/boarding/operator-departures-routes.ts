import { notDeparted } from '../../../core/boarding/refusals.ts';
import type { UndepartOwnTrip } from '../../../core/boarding/undepart-trip.ts';
import { memberOf } from '../../../core/companies/member.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { officeTripResponse, toOfficeTrip } from '../trips/office-trip.ts';
import { tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly undepartOwnTrip: UndepartOwnTrip;
  readonly viewOwnTrip: ViewOwnTrip;
}

export const departureRoutes = ({ undepartOwnTrip, viewOwnTrip }: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/trips/:id/undepart',
    operationId: 'undepartCompanyTrip',
    summary: 'Take back that a bus has left',
    description:
      'Undoes the departure of a trip, when somebody on board said so by mistake. ' +
      'This is possible until the departure time, or for 30 minutes after it was said, whichever is later. ' +
      'The trip is sold and can be changed as before.',
    returns: 'Shows the trip, which has not left.',
    access: 'manager',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    status: 200,
    response: officeTripResponse,
    refuses: [noSuchTrip, tripCancelled, notDeparted, tripDeparted],
    handle: ({ caller, params: { id: trip }, once }) =>
      once(toOfficeTrip, (keep) => undepartOwnTrip(memberOf(caller), trip, keep)),
  }),
];
