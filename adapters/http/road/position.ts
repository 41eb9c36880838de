import { type TSchema, Type } from '@sinclair/typebox';
import type { ExpectedStop } from '../../../core/road/estimate.ts';
import { DELAY_REASONS, type DelayReason, type SaidDelay } from '../../../core/road/said-delay.ts';
import type { ShownPosition } from '../../../core/road/view-position.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';

const delayReason = Type.Unsafe<DelayReason>({
  type: 'string',
  enum: DELAY_REASONS,
  description: 'The reason of the delay.',
  examples: ['ROAD_CLOSED'],
});

/** A delay that crew or office have told. */
export const saidDelayResponse = Type.Object(
  {
    minutes: Type.Integer({ description: 'The minutes by which the bus is late.', examples: [40] }),
    reason: delayReason,
    stop: Type.Integer({ description: 'The number of the stop from which on the delay holds.', examples: [1] }),
    at: moment({ description: 'The moment at which it was said.' }),
  },
  { title: 'SaidDelay' },
);

export const toSaidDelay = ({ minutes, reason, stop, at }: SaidDelay) => ({ minutes, reason, stop, at: toIso(at) });

const expectedStop = Type.Object(
  {
    stop: Type.Integer({ description: 'The number of the stop; 0 is the origin.', examples: [1] }),
    city: Type.String({ examples: ['Mugling'] }),
    at: nullable(moment({ description: 'The estimated arrival. Null at the origin.' })),
    departs_at: nullable(moment({ description: 'The estimated departure. Null at the destination.' })),
    within_minutes: Type.Integer({
      description: 'The minutes by which the estimate may be wrong, either way.',
      examples: [10],
    }),
    points: Type.Array(Type.Object({ name: Type.String({ examples: ['Mugling Bazar'] }), at: moment() }), {
      description: 'The boarding points of the stop, with their estimated times.',
    }),
  },
  { title: 'ExpectedStop' },
);

const numberOrNull = (description: string, example: number): TSchema =>
  nullable(Type.Number({ description, examples: [example] }));

const positionFields = {
  at: nullable(
    moment({ description: 'The moment of the point, else of what is known of the bus. Null without both.' }),
  ),
  lat: numberOrNull(
    'The latitude in degrees. This and the next three are null without a point under 2 hours old.',
    27.8612,
  ),
  lon: numberOrNull('The longitude in degrees.', 84.5539),
  accuracy: numberOrNull('The accuracy of the point, in metres. Null if unknown.', 12),
  speed: numberOrNull('The speed of the bus, in metres a second. Null if unknown.', 11.5),
  next_stop: nullable(
    Type.Integer({
      description: 'The number of the next stop. Null after the last one, and while nothing is known of the delay.',
      examples: [1],
    }),
  ),
  progress: numberOrNull('The share of the planned duration that is behind the bus, from 0 to 1.', 0.417),
  delay_minutes: nullable(
    Type.Integer({
      description: 'The measured delay; negative when the bus is early. Null if only a delay that was told is known.',
      examples: [40],
    }),
  ),
  said: nullable(saidDelayResponse),
  eta: Type.Array(expectedStop, { description: 'The stops that the bus is not past, with their estimated times.' }),
  arrived_at: nullable(moment({ description: 'The moment at which the bus arrived at its last stop. Null before.' })),
};

export const positionResponse = Type.Object(
  { schedule_id: Type.Integer({ description: 'The id of the trip.', examples: [42] }), ...positionFields },
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
