import { Type } from '@sinclair/typebox';
import { type CrewCaller, conductorOf } from '../../../core/boarding/conductor.ts';
import type { DepartTrip } from '../../../core/boarding/depart-trip.ts';
import type { ListCrewTrips } from '../../../core/boarding/list-crew-trips.ts';
import { notDeparted, tooEarly } from '../../../core/boarding/refusals.ts';
import type { UndepartTrip } from '../../../core/boarding/undepart-trip.ts';
import type { ManifestReader, ViewManifest, ViewManifestRevision } from '../../../core/boarding/view-manifest.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { crewTripResponse, toCrewTrip } from './crew-trip.ts';
import { manifestResponse, toManifest } from './manifest.ts';
import { day, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly listCrewTrips: ListCrewTrips;
  readonly viewManifest: ViewManifest;
  readonly viewManifestRevision: ViewManifestRevision;
  readonly viewOwnTrip: ViewOwnTrip;
  readonly departTrip: DepartTrip;
  readonly undepartTrip: UndepartTrip;
}

const onBoard = (caller: CrewCaller): ManifestReader => ({
  operatorId: conductorOf(caller).operatorId,
  isOnBoard: true,
});

export const conductorTripRoutes = (uses: Uses) => [
  route({
    method: 'get',
    path: '/api/conductor/trips',
    operationId: 'listCrewTrips',
    summary: 'See the trips of a day',
    description:
      'Lists the trips that a conductor may work on, the first to depart first. Today, it also lists those that are still under way.',
    returns: 'Lists the trips of the day, the first to depart first.',
    access: 'crew',
    query: Type.Object({
      date: Type.Optional(day({ description: 'Gives the local day of the trips; by default today.' })),
    }),
    status: 200,
    response: Type.Object({ results: Type.Array(crewTripResponse) }),
    handle: async ({ caller, query: { date } }) => ({
      results: (await uses.listCrewTrips(conductorOf(caller).operatorId, date)).map(toCrewTrip),
    }),
  }),

  route({
    method: 'get',
    path: '/api/conductor/trips/:id/manifest',
    operationId: 'getCrewManifest',
    summary: 'See, as crew, who has a ticket for a trip',
    description:
      'Shows the crew who has a ticket, for trips that depart from yesterday to seven days ahead. Keep it: with it, ' +
      'a phone knows tickets without a signal. ' +
      'Ask again with `If-None-Match` when subscribers are told of a new revision, and now and then.',
    returns: 'Shows the manifest of the trip.',
    access: 'crew',
    params: tripPath,
    tagged: 'revision',
    revisionOf: ({ caller, params: { id: trip } }) => uses.viewManifestRevision(onBoard(caller), trip),
    status: 200,
    response: manifestResponse,
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) => toManifest(await uses.viewManifest(onBoard(caller), trip)),
  }),

  route({
    method: 'post',
    path: '/api/conductor/trips/:id/depart',
    operationId: 'departTrip',
    summary: 'Say that the bus has left',
    description:
      'Records that the bus has left, even before its time, up to 12 hours; more than 30 minutes before, ' +
      'only with `early`. From then on nothing is sold on it online, nor can the company change it; ' +
      'its counter can sell to who is on board, until the arrival. `undepart` takes it back.',
    returns: 'Shows the trip, whose bus has left.',
    access: 'crew',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => uses.viewOwnTrip(conductorOf(caller).operatorId, trip),
    body: Type.Object(
      {
        early: Type.Optional(
          Type.Boolean({
            description:
              'Is true if the bus has really left more than 30 minutes early; false, the default, if it has not.',
          }),
        ),
      },
      { examples: [{}, { early: true }] },
    ),
    status: 200,
    response: crewTripResponse,
    refuses: [noSuchTrip, tripCancelled, tripDeparted, tooEarly],
    handle: ({ caller, params: { id: trip }, body: { early = false }, once }) =>
      once(toCrewTrip, (keep) => uses.departTrip(conductorOf(caller), trip, { early }, keep)),
  }),

  route({
    method: 'post',
    path: '/api/conductor/trips/:id/undepart',
    operationId: 'undepartTrip',
    summary: 'Take back that the bus has left',
    description:
      'Undoes the departure of a trip, until its departure time, or for 30 minutes after it was said, ' +
      'whichever is later: the trip is sold and can be changed as before.',
    returns: 'Shows the trip, whose bus has not left.',
    access: 'crew',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => uses.viewOwnTrip(conductorOf(caller).operatorId, trip),
    status: 200,
    response: crewTripResponse,
    refuses: [noSuchTrip, tripCancelled, notDeparted, tripDeparted],
    handle: ({ caller, params: { id: trip }, once }) =>
      once(toCrewTrip, (keep) => uses.undepartTrip(conductorOf(caller), trip, keep)),
  }),
];
