import { Type } from '@sinclair/typebox';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { parseMoment } from '../../../core/kernel/time.ts';
import { type JudgedPoints, type SentPoint, IGNORED } from '../../../core/road/judge-points.ts';
import { noPosition } from '../../../core/road/refusals.ts';
import { MOST_POINTS_SENT, type TakePoints } from '../../../core/road/take-points.ts';
import type { ViewPosition } from '../../../core/road/view-position.ts';
import { noSuchTrip, tripUnknown } from '../../../core/trips/refusals.ts';
import { givenId, keyOf, text, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { positionResponse, toPosition } from './position.ts';

interface Uses {
  readonly takePoints: TakePoints;
  readonly viewPosition: ViewPosition;
}

/** A point as a phone sends it. Wrong fields make the point be ignored; they do not fail the request. */
const point = Type.Object(
  {
    at: Type.Optional(
      Type.Unknown({
        shown: { type: 'string', format: 'date-time' },
        description: 'Tells when the bus was at the point.',
      }),
    ),
    lat: Type.Optional(
      Type.Unknown({ shown: { type: 'number' }, description: 'Gives the latitude in degrees.', examples: [27.8612] }),
    ),
    lon: Type.Optional(
      Type.Unknown({ shown: { type: 'number' }, description: 'Gives the longitude in degrees.', examples: [84.5539] }),
    ),
    accuracy: Type.Optional(
      Type.Unknown({
        shown: { type: ['number', 'null'] },
        description: 'Gives the accuracy of the point, in metres.',
        examples: [12],
      }),
    ),
    speed: Type.Optional(
      Type.Unknown({
        shown: { type: ['number', 'null'] },
        description: 'Gives the speed of the bus, in metres a second.',
        examples: [11.5],
      }),
    ),
  },
  { title: 'SentPoint' },
);

const numberOf = (given: unknown): number | null => (typeof given === 'number' ? given : null);

/** A finite number from 0 on. JSON such as `1e400` is read as infinity, which has no place in an answer. */
const amountOf = (given: unknown): number | null => {
  const number = numberOf(given);
  return number !== null && Number.isFinite(number) && number >= 0 ? number : null;
};

const toSentPoint = ({ at, lat, lon, accuracy, speed }: Readonly<Record<string, unknown>>): SentPoint => ({
  at: (typeof at === 'string' ? parseMoment(at) : undefined) ?? null,
  lat: numberOf(lat),
  lon: numberOf(lon),
  accuracy: amountOf(accuracy),
  speed: amountOf(speed),
});

const count = (description: string) => Type.Integer({ description, examples: [0] });

const REASONS = {
  FUTURE: 'Counts the points of more than 2 minutes ahead.',
  OLD: 'Counts the points of more than a day ago.',
  OUTSIDE: 'Counts the points without a moment, or without a spot within ROAD_BOUNDS.',
  INACCURATE: 'Counts the points with an accuracy of more than 1000 metres.',
  WINDOW: 'Counts the points of before or after the trip, or of a company that keeps no positions.',
  JUMP: 'Counts the points over 40 km from the point before.',
} as const;

const judgedResponse = Type.Object(
  {
    taken: Type.Integer({
      description: 'Counts the points that are kept, those sent before included.',
      examples: [1],
    }),
    ignored: count('Counts the points that are not kept.'),
    because: Type.Object({
      FUTURE: count(REASONS.FUTURE),
      OLD: count(REASONS.OLD),
      OUTSIDE: count(REASONS.OUTSIDE),
      INACCURATE: count(REASONS.INACCURATE),
      WINDOW: count(REASONS.WINDOW),
      JUMP: count(REASONS.JUMP),
    }),
  },
  { title: 'JudgedPoints' },
);

const toJudged = ({ taken, because }: JudgedPoints) => ({
  taken,
  ignored: IGNORED.reduce((sum, reason) => sum + because[reason], 0),
  because,
});

/** Routes that take the points of buses, and that tell where a bus is. */
export const positionRoutes = ({ takePoints, viewPosition }: Uses) => [
  route({
    method: 'post',
    path: '/api/conductor/positions',
    operationId: 'sendPositions',
    summary: 'Tell where the bus is',
    description:
      'Keeps the points at which a phone on board has seen the bus, as many as 100 at once. ' +
      'Points that were kept without a signal may be sent later, in any order. Each point is judged by itself.',
    returns: 'Counts the points that are kept, and those that are not, by reason.',
    access: 'crew',
    limit: 'positions',
    body: Type.Object(
      {
        trip_id: givenId({ description: 'Identifies the trip that the bus is on.', examples: [42] }),
        points: Type.Array(point, { minItems: 1, maxItems: MOST_POINTS_SENT }),
      },
      {
        examples: [
          { trip_id: 42, points: [{ at: '2026-11-20T04:05:00.000Z', lat: 27.8612, lon: 84.5539, accuracy: 12 }] },
        ],
      },
    ),
    status: 200,
    response: judgedResponse,
    refuses: [noSuchTrip],
    handle: async ({ caller, body }) =>
      toJudged(await takePoints(conductorOf(caller), keyOf<TripId>(body.trip_id), body.points.map(toSentPoint))),
  }),

  route({
    method: 'get',
    path: '/api/trips/:id/position',
    operationId: 'getPosition',
    summary: 'See where a bus is',
    description:
      'Tells where the bus of a trip is, how late it is, and when it comes to the stops ahead. ' +
      'A company may hide the place from all but holders of tickets and its own staff. ' +
      'At most 600 requests a minute from an address.',
    returns: 'Shows the position of the bus. An answer that others may not see has `Cache-Control: no-store`.',
    access: 'optional',
    limit: 'position',
    params: tripPath,
    query: Type.Object({
      ticket: text({ description: 'Is the token of a ticket of the trip. A token that is not good counts as none.' }),
    }),
    status: 200,
    response: positionResponse,
    headersOf: {
      'Cache-Control': {
        description: 'Is `max-age=10`, or `no-store` for holders of tickets and staff.',
        value: (answer) => ((answer as { readonly isPrivate: boolean }).isPrivate ? 'no-store' : 'max-age=10'),
      },
    },
    refuses: [tripUnknown, noPosition],
    handle: async ({ caller, params: { id: trip }, query: { ticket } }) =>
      toPosition(await viewPosition(trip, { ticket, staffOf: caller?.staff?.operatorId })),
  }),
];
