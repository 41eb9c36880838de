import { Type } from '@sinclair/typebox';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import type { LeaveStop, StopLeft, TakeStopBack, Tapper } from '../../../core/boarding/leave-stop.ts';
import { tooEarly } from '../../../core/boarding/refusals.ts';
import type { StaffCaller } from '../../../core/companies/member.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { type Instant, parseMoment } from '../../../core/kernel/time.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import type { OfficeTrip } from '../../../core/trips/office-trip.ts';
import { lastStop } from '../../../core/trips/sections.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { id, isoOrNull, moment, nullable, wantedMoment } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly leaveStop: LeaveStop;
  readonly takeStopBack: TakeStopBack;
  readonly viewOwnTrip: ViewOwnTrip;
}

const params = Type.Object({
  id: id<TripId>({ description: 'Identifies the trip.' }),
  n: Type.Integer({ minimum: 0, description: 'Gives the number of the stop; 0 is the origin.', examples: [1] }),
});

const at = Type.Optional(
  wantedMoment({ description: 'Tells when the stop was tapped; by default, and at the latest, now.' }),
);

const body = Type.Object(
  {
    at,
    early: Type.Optional(
      Type.Boolean({
        description:
          'Is true if the bus has really left more than 30 minutes early; false, the default, if it has not.',
      }),
    ),
  },
  { examples: [{}, { at: '2026-11-20T04:05:00.000Z' }] },
);

const response = Type.Object(
  {
    stop: Type.Integer({ examples: [1] }),
    left_at: nullable(
      moment({
        description:
          'Tells when this stop, or a later one, was first tapped, by the taps that stand; null if there is none.',
      }),
    ),
    departed_at: nullable(
      moment({ description: 'Tells when the bus left its origin; null while nobody has said so.' }),
    ),
  },
  { title: 'StopLeft' },
);

const toStopLeft = ({ stop, leftAt, departedAt }: StopLeft) => ({
  stop,
  left_at: isoOrNull(leftAt),
  departed_at: isoOrNull(departedAt),
});

/** Refuses an unknown trip, and the last stop of a trip, which no bus leaves. Runs before the fields are checked. */
async function existing(trip: Promise<Pick<OfficeTrip, 'stops'>>, stop: number): Promise<void> {
  if (stop >= lastStop(await trip)) throw noSuchTrip();
}

const momentOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : parseMoment(text);

/** A member of the office staff who acts for a bus on the road. */
export const inOffice = ({ userId, staff: { operatorId } }: StaffCaller): Tapper => ({
  operatorId,
  sender: { userId },
  isOffice: true,
});

const LATE_TAPS = 'Taps that were made without a signal may be sent later, in any order; the earliest counts.';
const TAKE_BACK = 'Takes back the taps of this stop and of later ones that were made up to `at`, within 30 minutes.';

/** Routes that record when a bus left a stop, or withdraw such a record. */
export const stopRoutes = ({ leaveStop, takeStopBack, viewOwnTrip }: Uses) => [
  route({
    method: 'post',
    path: '/api/conductor/trips/:id/stops/:n/left',
    operationId: 'leaveStop',
    summary: 'Say that the bus has left a stop',
    description: `Records for the crew that the bus has left a stop, and all stops before it, too. ${LATE_TAPS}`,
    returns: 'Tells when the bus left this stop and its origin.',
    access: 'crew',
    idempotent: true,
    params,
    exists: ({ caller, params: { id: trip, n } }) => existing(viewOwnTrip(conductorOf(caller).operatorId, trip), n),
    body,
    status: 200,
    response,
    refuses: [noSuchTrip, tripCancelled, tooEarly],
    handle: ({ caller, params: { id: trip, n: stop }, body: { early = false, ...given }, once }) =>
      once(toStopLeft, (keep) =>
        leaveStop({ ...conductorOf(caller), isOffice: false }, trip, { stop, at: momentOf(given.at), early }, keep),
      ),
  }),

  route({
    method: 'delete',
    path: '/api/conductor/trips/:id/stops/:n/left',
    operationId: 'takeStopBack',
    summary: 'Take back that the bus has left a stop',
    description: TAKE_BACK,
    returns: 'The taps are taken back.',
    access: 'crew',
    params,
    exists: ({ caller, params: { id: trip, n } }) => existing(viewOwnTrip(conductorOf(caller).operatorId, trip), n),
    query: Type.Object({ at }),
    status: 204,
    refuses: [noSuchTrip, tripCancelled, tripDeparted],
    handle: ({ caller, params: { id: trip, n: stop }, query }) =>
      takeStopBack({ ...conductorOf(caller), isOffice: false }, trip, { stop, at: momentOf(query.at) }),
  }),

  route({
    method: 'post',
    path: '/api/operator/trips/:id/stops/:n/left',
    operationId: 'leaveStopFromOffice',
    summary: 'Say that a bus has left a stop',
    description: `Records for the office that the bus has left a stop, and all stops before it, too. ${LATE_TAPS}`,
    returns: 'Tells when the bus left this stop and its origin.',
    access: 'clerk',
    idempotent: true,
    params,
    exists: ({ caller, params: { id: trip, n } }) => existing(viewOwnTrip(caller.staff.operatorId, trip), n),
    body,
    status: 200,
    response,
    refuses: [noSuchTrip, tripCancelled, tooEarly],
    handle: ({ caller, params: { id: trip, n: stop }, body: { early = false, ...given }, once }) =>
      once(toStopLeft, (keep) => leaveStop(inOffice(caller), trip, { stop, at: momentOf(given.at), early }, keep)),
  }),

  route({
    method: 'delete',
    path: '/api/operator/trips/:id/stops/:n/left',
    operationId: 'takeStopBackFromOffice',
    summary: 'Take back that a bus has left a stop',
    description: `${TAKE_BACK} Only a MANAGER takes back the departure of the trip.`,
    returns: 'The taps are taken back.',
    access: 'clerk',
    params,
    exists: ({ caller, params: { id: trip, n } }) => existing(viewOwnTrip(caller.staff.operatorId, trip), n),
    query: Type.Object({ at }),
    status: 204,
    refuses: [noSuchTrip, tripCancelled, tripDeparted],
    handle: ({ caller, params: { id: trip, n: stop }, query }) =>
      takeStopBack(inOffice(caller), trip, { stop, at: momentOf(query.at) }),
  }),
];
