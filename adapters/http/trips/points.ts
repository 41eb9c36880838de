import { type TSchema, Type } from '@sinclair/typebox';
import {
  type Point,
  type Points,
  EARLIEST,
  MOST_POINTS,
  boardingStop,
  droppingStop,
} from '../../../core/trips/points.ts';
import type { Road } from '../../../core/trips/sections.ts';
import { sizedName, whole } from '../route/fields.ts';

/* Boarding and dropping points, in requests and responses for companies that plan trips. */

/**
 * The most minutes between a departure and a boarding or dropping point that a request may give. No trip takes as long.
 * The core checks whether a point fits its trip.
 */
const MOST_MINUTES = 4_320;

const list = <Item extends TSchema>(point: Item, description: string) =>
  Type.Array(point, { maxItems: MOST_POINTS, description });

const wanted = (minimum: number, description: string) =>
  list(
    Type.Object({
      name: sizedName({ max: 150 }, { examples: ['Kalanki'] }),
      minutes: whole(
        { minimum, maximum: MOST_MINUTES },
        { description: 'Gives the number of minutes after the departure of the trip.', examples: [15] },
      ),
      stop: Type.Optional(
        Type.Integer({
          description:
            'Gives the number of the stop at which the point lies; by default 0 for getting on, the last one for getting off.',
          examples: [0],
        }),
      ),
    }),
    description,
  );

/** Boarding and dropping points in a request. */
export const wantedPoints = {
  boarding_points: wanted(
    EARLIEST.boarding,
    'Lists the points where passengers get on, at each stop in order of time; negative minutes are before the departure.',
  ),
  dropping_points: wanted(
    EARLIEST.dropping,
    'Lists the points where passengers get off, at each stop in order of time, until the arrival.',
  ),
};

const shown = (description: string) =>
  list(
    Type.Object(
      {
        name: Type.String({ examples: ['Kalanki'] }),
        minutes: Type.Integer({
          description: 'Gives the number of minutes after the departure of the trip; it is negative before it.',
          examples: [15],
        }),
        stop: Type.Optional(
          Type.Integer({
            description:
              'Gives the number of the stop at which the point lies. It is absent on a trip without stops between its ends.',
            examples: [1],
          }),
        ),
      },
      { title: 'Point' },
    ),
    description,
  );

/** Boarding and dropping points in a response. */
export const shownPoints = {
  boarding_points: shown('Lists the points where passengers get on.'),
  dropping_points: shown('Lists the points where passengers get off.'),
};

type GivenPoint = { readonly name: string; readonly minutes: number; readonly stop?: number | undefined };

/** Converts the points of a request to the core's names. */
export const toPoints = (points: readonly GivenPoint[]): readonly Point[] =>
  points.map(({ name, minutes, stop }) => (stop === undefined ? { name, minutes } : { name, minutes, stop }));

/** Boarding and dropping points in a response. A point names its stop only if the trip has stops in between. */
export function toShownPoints({ boardingPoints, droppingPoints, stops }: Points & Pick<Road, 'stops'>) {
  const shownAt = ({ name, minutes }: Point, stop: number) =>
    stops.length === 0 ? { name, minutes } : { name, minutes, stop };
  return {
    boarding_points: boardingPoints.map((point) => shownAt(point, boardingStop(point))),
    dropping_points: droppingPoints.map((point) => shownAt(point, droppingStop(point, { stops }))),
  };
}
