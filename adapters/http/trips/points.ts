import { type TSchema, Type } from '@sinclair/typebox';
import { type Point, EARLIEST, MOST_POINTS } from '../../../core/trips/points.ts';
import { sized, whole } from '../route/fields.ts';

/* Boarding and dropping points in requests and responses for planners of trips. */

/** Longer than any trip. The core decides whether a point fits its own trip. */
const MOST_MINUTES = 4_320;

const list = <Item extends TSchema>(point: Item, description: string) =>
  Type.Array(point, { maxItems: MOST_POINTS, description });

const wanted = (minimum: number, description: string) =>
  list(
    Type.Object({
      name: sized({ max: 150 }, { examples: ['Kalanki'] }),
      minutes: whole({ minimum, maximum: MOST_MINUTES }, { description: 'After the departure.', examples: [15] }),
    }),
    description,
  );

/** Points in a request. */
export const wantedPoints = {
  boarding_points: wanted(
    EARLIEST.boarding,
    'Where passengers get on, in order of time; negative minutes are before the departure.',
  ),
  dropping_points: wanted(EARLIEST.dropping, 'Where passengers get off, in order of time, until the arrival.'),
};

const shown = (description: string) =>
  list(
    Type.Object(
      {
        name: Type.String({ examples: ['Kalanki'] }),
        minutes: Type.Integer({ description: 'After the departure; negative before it.', examples: [15] }),
      },
      { title: 'Point' },
    ),
    description,
  );

/** Points in a response. */
export const shownPoints = {
  boarding_points: shown('Where passengers get on.'),
  dropping_points: shown('Where passengers get off.'),
};

export const toPoints = (points: readonly Point[]) => points.map(({ name, minutes }) => ({ name, minutes }));
