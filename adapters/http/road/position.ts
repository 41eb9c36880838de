import { type TSchema, Type } from '@sinclair/typebox';
import type { ExpectedStop } from '../../../core/road/estimate.ts';
import { DELAY_REASONS, type DelayReason, type SaidDelay } from '../../../core/road/said-delay.ts';
import type { ShownPosition } from '../../../core/road/view-position.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';

const delayReason = Type.Unsafe<DelayReason>({
  type: 'string',
  enum: DELAY_REASONS,
  description: 'Names the reason of the delay.',
  examples: ['ROAD_CLOSED'],
});

/** A delay that crew or office have told. */
export const saidDelayResponse = Type.Object(
  {
    minutes: Type.Integer({ description: 'Gives the number of minutes by which the bus is late.', examples: [40] }),
    reason: delayReason,
    stop: Type.Integer({ description: 'Gives the number of the stop from which on the delay holds.', examples: [1] }),
    at: moment({ description: 'Tells when it was said.' }),
  },
  { title: 'SaidDelay' },
);

export const toSaidDelay = ({ minutes, reason, stop, at }: SaidDelay) => ({ minutes, reason, stop, at: toIso(at) });

const expectedStop = Type.Object(
  {
    stop: Type.Integer({ description: 'Gives the number of the stop; 0 is the origin.', examples: [1] }),
    city: Type.String({ examples: ['Mugling'] }),
    at: nullable(moment({ description: 'Tells when the bus will arrive, as estimated; null at the origin.' })),
    departs_at: nullable(
      moment({ description: 'Tells when the bus will depart, as estimated; null at the destination.' }),
    ),
    within_minutes: Type.Integer({
      description: 'Gives the number of minutes by which the estimate may be wrong, either way.',
      examples: [10],
    }),
    points: Type.Array(Type.Object({ name: Type.String({ examples: ['Mugling Bazar'] }), at: moment() }), {
      description: 'Lists the boarding points of the stop, with their estimated times.',
    }),
  },
  { title: 'ExpectedStop' },
);

const numberOrNull = (description: string, example: number): TSchema =>
  nullable(Type.Number({ description, examples: [example] }));

const positionFields = {
  at: nullable(
    moment({
      description: 'Tells when the bus was at the point, else when something became known of it; null without both.',
    }),
  ),
  lat: numberOrNull(
    'Gives the latitude in degrees. This and the next three are null without a point under 2 hours old.',
    27.8612,
  ),
  lon: numberOrNull('Gives the longitude in degrees.', 84.5539),
  accuracy: numberOrNull('Gives the accuracy of the point, in metres; null if it is unknown.', 12),
  speed: numberOrNull('Gives the speed of the bus, in metres a second; null if it is unknown.', 11.5),
  next_stop: nullable(
    Type.Integer({
      description:
        'Gives the number of the next stop; null after the last one, and while nothing is known of the delay.',
      examples: [1],
    }),
  ),
  progress: numberOrNull(
    'Gives the share of the planned duration that is behind the bus, from 0 to 1; null while nothing is known of the bus.',
    0.417,
  ),
  delay_minutes: nullable(
    Type.Integer({
      description:
        'Gives the measured delay, in minutes, negative when the bus is early; null if only a delay that was told is known.',
      examples: [40],
    }),
  ),
  said: nullable(saidDelayResponse),
  eta: Type.Array(expectedStop, {
    description: 'Lists the stops that the bus is not past, with their estimated times.',
  }),
  arrived_at: nullable(moment({ description: 'Tells when the bus arrived at its last stop; null before.' })),
};

export const positionResponse = Type.Object(
  { schedule_id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }), ...positionFields },
  { title: 'BusPosition' },
);

const toExpectedStop = ({ stop, city, at, departsAt, withinMinutes, points }: ExpectedStop) => ({
  stop,
  city,
  at: isoOrNull(at),
  departs_at: isoOrNull(departsAt),
  within_minutes: withinMinutes,
  points: points.map((point) => ({ name: point.name, at: toIso(point.at) })),
});

export const toPosition = ({ tripId, position, isPrivate }: ShownPosition) => ({
  schedule_id: tripId,
  at: isoOrNull(position.at),
  lat: position.fix && position.fix.lat,
  lon: position.fix && position.fix.lon,
  accuracy: position.fix && position.fix.accuracy,
  speed: position.fix && position.fix.speed,
  next_stop: position.nextStop,
  progress: position.progress,
  delay_minutes: position.delayMinutes,
  said: position.said && toSaidDelay(position.said),
  eta: position.eta.map(toExpectedStop),
  arrived_at: isoOrNull(position.arrivedAt),
  isPrivate,
});
