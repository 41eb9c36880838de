import { type Static, Type } from '@sinclair/typebox';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import { tooEarly } from '../../../core/boarding/refusals.ts';
import { tripArrived } from '../../../core/road/refusals.ts';
import { DELAY_REASONS, MOST_DELAY_MINUTES } from '../../../core/road/said-delay.ts';
import type { EndDelay, GivenDelay, SayDelay } from '../../../core/road/say-delay.ts';
import { noSuchTrip, tripCancelled } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { inOffice } from '../boarding/stop-routes.ts';
import { choice, momentOf, tripPath, wantedMoment, whole } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { saidDelayResponse, toSaidDelay } from './position.ts';

interface Uses {
  readonly sayDelay: SayDelay;
  readonly endDelay: EndDelay;
  readonly viewOwnTrip: ViewOwnTrip;
}

const at = Type.Optional(wantedMoment({ description: 'Tells when it was said; by default, and at the latest, now.' }));

const body = Type.Object(
  {
    minutes: whole(
      { minimum: 1, maximum: MOST_DELAY_MINUTES },
      { description: 'Gives the number of minutes by which the bus is late.', examples: [40] },
    ),
    reason: choice(DELAY_REASONS, { description: 'Names the reason of the delay.', examples: ['ROAD_CLOSED'] }),
    stop: Type.Optional(
      Type.Integer({
        description: 'Gives the number of the stop from which on the delay holds; by default the next stop of the bus.',
        examples: [1],
      }),
    ),
    at,
  },
  { examples: [{ minutes: 40, reason: 'ROAD_CLOSED', stop: 1 }] },
);

const toGiven = ({ minutes, reason, stop, at: saidAt }: Static<typeof body>): GivenDelay => ({
  minutes,
  reason,
  stop,
  at: saidAt === undefined ? undefined : momentOf(saidAt),
});

const SAYS =
  'Tells passengers that the bus is late from a stop on. It moves no planned time and no money. ' +
  'Of several words the one with the latest `at` counts. It ends when the bus is seen past the stop and as late, and 3 hours after the delayed time of the stop.';
const ENDS = 'Ends the delay that was told, unless a later word tells of one.';

/** Routes that tell of a delay by hand, and end it. */
export const delayRoutes = ({ sayDelay, endDelay, viewOwnTrip }: Uses) => [
  route({
    method: 'put',
    path: '/api/conductor/trips/:id/delay',
    operationId: 'sayDelay',
    summary: 'Say that the bus is late',
    description: SAYS,
    returns: 'Shows the delay as it was told.',
    access: 'crew',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(conductorOf(caller).operatorId, trip),
    body,
    status: 200,
    response: saidDelayResponse,
    refuses: [noSuchTrip, tripCancelled, tooEarly, tripArrived],
    handle: ({ caller, params: { id: trip }, body: given, once }) =>
      once(toSaidDelay, (keep) => sayDelay({ ...conductorOf(caller), isOffice: false }, trip, toGiven(given), keep)),
  }),

  route({
    method: 'delete',
    path: '/api/conductor/trips/:id/delay',
    operationId: 'endDelay',
    summary: 'Say that the bus is not late any more',
    description: ENDS,
    returns: 'There is no delay that was told.',
    access: 'crew',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(conductorOf(caller).operatorId, trip),
    query: Type.Object({ at }),
    status: 204,
    refuses: [noSuchTrip],
    handle: ({ caller, params: { id: trip }, query }) =>
      endDelay(
        { ...conductorOf(caller), isOffice: false },
        trip,
        query.at === undefined ? undefined : momentOf(query.at),
      ),
  }),

  route({
    method: 'put',
    path: '/api/operator/trips/:id/delay',
    operationId: 'sayDelayFromOffice',
    summary: 'Say that a bus is late',
    description: SAYS,
    returns: 'Shows the delay as it was told.',
    access: 'clerk',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    body,
    status: 200,
    response: saidDelayResponse,
    refuses: [noSuchTrip, tripCancelled, tooEarly, tripArrived],
    handle: ({ caller, params: { id: trip }, body: given, once }) =>
      once(toSaidDelay, (keep) => sayDelay(inOffice(caller), trip, toGiven(given), keep)),
  }),

  route({
    method: 'delete',
    path: '/api/operator/trips/:id/delay',
    operationId: 'endDelayFromOffice',
    summary: 'Say that a bus is not late any more',
    description: ENDS,
    returns: 'There is no delay that was told.',
    access: 'clerk',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    query: Type.Object({ at }),
    status: 204,
    refuses: [noSuchTrip],
    handle: ({ caller, params: { id: trip }, query }) =>
      endDelay(inOffice(caller), trip, query.at === undefined ? undefined : momentOf(query.at)),
  }),
];
