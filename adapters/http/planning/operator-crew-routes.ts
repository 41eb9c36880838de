import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import type { SetCrew } from '../../../core/planning/set-crew.ts';
import { CREW_ROLES, MOST_CREW } from '../../../core/trips/crew.ts';
import { noSuchTrip, tripCancelled } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { choice, matching, sizedName, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { shownCrew, toShownCrew } from '../trips/crew.ts';

interface Uses {
  readonly viewOwnTrip: ViewOwnTrip;
  readonly setCrew: SetCrew;
}

const member = Type.Object({
  role: choice(CREW_ROLES, { examples: ['DRIVER'] }),
  name: sizedName({ min: 1, max: 150 }, { examples: ['Ram Thapa'] }),
  phone: matching(/^[0-9 +-]{5,20}$/, '5 to 20 digits, spaces, plus and minus signs', { examples: ['9841000000'] }),
});

export const operatorCrewRoutes = ({ viewOwnTrip, setCrew }: Uses) => [
  route({
    method: 'put',
    path: '/api/operator/trips/:id/crew',
    operationId: 'setTripCrew',
    summary: 'Say who works on board a trip',
    description:
      'Replaces the whole crew of a trip; an empty list leaves nobody. ' +
      'It stands on the manifest and on printed tickets; the public page of a ticket shows it on the day of travel. ' +
      'Timetables go on changing the trip.',
    returns: 'Shows the crew of the trip.',
    access: 'manager',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    body: Type.Object({ crew: Type.Array(member, { maxItems: MOST_CREW }) }),
    status: 200,
    response: Type.Object({ crew: shownCrew }),
    refuses: [noSuchTrip, tripCancelled],
    handle: async ({ caller, params: { id: trip }, body }) => ({
      crew: toShownCrew(await setCrew(memberOf(caller), trip, body.crew)),
    }),
  }),
];
