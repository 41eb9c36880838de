import { Type } from '@sinclair/typebox';
import { doorPassNeeded } from '../../../core/line/door-refusals.ts';
import type { ReadPass } from '../../../core/line/door-pass.ts';
import type { SeatNumber, WaitId } from '../../../core/kernel/ids.ts';
import { alreadyWaiting, seatsFree, tooManyWaits, waitUnknown } from '../../../core/line/refusals.ts';
import type { StartWaiting } from '../../../core/line/start-waiting.ts';
import type { StopWaiting } from '../../../core/line/stop-waiting.ts';
import type { ViewWaits } from '../../../core/line/view-waits.ts';
import { MOST_WAITS } from '../../../core/line/wait.ts';
import { MOST_SEATS } from '../../../core/seats/seat-map.ts';
import { notOnSale, tripDeparted, tripUnknown } from '../../../core/trips/refusals.ts';
import type { ViewTrip } from '../../../core/trips/view-trip.ts';
import { id, item, tripPath, whole } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { givenSection, sectionBody } from '../trips/section.ts';
import { toWaitResponse, waitResponse } from './wait.ts';

interface Uses {
  readonly readPass: ReadPass;
  readonly startWaiting: StartWaiting;
  readonly stopWaiting: StopWaiting;
  readonly viewWaits: ViewWaits;
  readonly viewTrip: ViewTrip;
}

const waitBody = Type.Object({
  seats: whole(
    { minimum: 1, maximum: MOST_SEATS },
    { description: 'Counts the seats or places to wait for.', examples: [2] },
  ),
  any_of: Type.Optional(
    Type.Array(item(), {
      description: 'Lists the only seats that will do, at least as many as `seats`. An empty list means any seat.',
      examples: [['A1', 'A2', 'B1']],
    }),
  ),
  ...sectionBody,
  for: Type.Optional(
    Type.Array(item(), {
      description:
        'Lists the kinds of kept seats that the passengers may have: WOMEN, DISABLED, ELDERLY. Without a kind, seats that are kept for it are not offered until some hours before the departure.',
      examples: [['WOMEN']],
    }),
  ),
});

export const waitRoutes = ({ readPass, startWaiting, stopWaiting, viewWaits, viewTrip }: Uses) => [
  route({
    method: 'post',
    path: '/api/trips/:id/wait',
    operationId: 'waitForSeats',
    summary: 'Wait for seats on a full trip',
    description:
      'Puts you at the end of the line for seats of a trip that has too few free ones. ' +
      'Seats that come free go to the first in line whom they fit: they are held for you, and you are told. ' +
      `You may wait once on a trip, and on ${MOST_WAITS} trips at a time. Waiting ends 30 minutes before the departure.`,
    returns: 'Shows your wait, with your place in the line.',
    access: 'passenger',
    limit: 'hold',
    params: tripPath,
    exists: ({ params }) => viewTrip(params.id),
    body: waitBody,
    status: 201,
    response: waitResponse,
    refuses: [tripUnknown, tripDeparted, notOnSale, doorPassNeeded, alreadyWaiting, seatsFree, tooManyWaits],
    handle: async ({ caller: { userId }, params, body, header }) => {
      const pass = await readPass({ userId, tripId: params.id, pass: header('door-pass') });
      return toWaitResponse(
        await startWaiting(userId, params.id, {
          count: body.seats,
          anyOf: (body.any_of ?? []) as SeatNumber[],
          section: givenSection(body),
          keptFor: body.for,
          pass,
        }),
      );
    },
  }),

  route({
    method: 'get',
    path: '/api/waits',
    operationId: 'listWaits',
    summary: 'See what you wait for',
    description: 'Lists your waits that are not over, the newest first. An offer is shown with its wait.',
    returns: 'Lists your waits, newest first.',
    access: 'passenger',
    status: 200,
    response: Type.Array(waitResponse),
    handle: async ({ caller }) => (await viewWaits(caller.userId)).map(toWaitResponse),
  }),

  route({
    method: 'delete',
    path: '/api/waits/:id',
    operationId: 'stopWaiting',
    summary: 'Wait no longer',
    description: 'Ends one of your waits. Seats that are offered to you go to the next in line.',
    returns: 'The wait is over.',
    access: 'passenger',
    params: Type.Object({ id: id<WaitId>({ description: 'Identifies the wait.' }) }),
    status: 204,
    refuses: [waitUnknown],
    handle: async ({ caller, params }) => stopWaiting(caller.userId, params.id),
  }),
];
