import { type Static, Type } from '@sinclair/typebox';
import type { CityId } from '../../../core/kernel/ids.ts';
import type { ShownPlace } from '../../../core/road/view-places.ts';
import { givenId, keyOf, orNull, sized, sizedName } from '../route/fields.ts';
import { cityResponse, toCityResponse } from '../trips/city.ts';
import { latitude, longitude } from '../trips/coordinates.ts';
import { placeFields, toPlaceFields } from '../trips/place.ts';

const LONGEST_NAME = 150;
const LONGEST_LANDMARK = 200;

export const placeResponse = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    city: cityResponse,
    name: Type.String({
      description: 'Names the place. Points of a trip in this city with this name are at the place.',
      examples: ['Kalanki'],
    }),
    ...placeFields,
    shared: Type.Boolean({
      description:
        'Is true for a place of the platform, which points of every company use; false for a place of one company.',
      examples: [false],
    }),
  },
  { title: 'Place' },
);

export const toPlaceResponse = (place: ShownPlace) => ({
  id: place.id,
  city: toCityResponse(place.city),
  name: place.name,
  ...toPlaceFields(place),
  shared: place.operatorId === null,
});

const name = sizedName(
  { max: LONGEST_NAME },
  {
    description: 'Names the place, as the points of trips write it. Case and kinds of blanks make no difference.',
    examples: ['Kalanki'],
  },
);
const lat = latitude({ description: 'Gives the latitude in degrees, within ROAD_BOUNDS.', examples: [27.6933] });
const lon = longitude({ description: 'Gives the longitude in degrees, within ROAD_BOUNDS.', examples: [85.2814] });

const texts = {
  name_ne: Type.Optional(
    orNull(
      sizedName(
        { max: LONGEST_NAME },
        { description: 'Names the place in Nepali; null means none.', examples: ['कलंकी'] },
      ),
    ),
  ),
  landmark: Type.Optional(
    orNull(
      sized(
        { min: 0, max: LONGEST_LANDMARK },
        {
          description: 'Names something nearby by which people find the place. Null and an empty text mean nothing.',
          examples: ['Beside the petrol pump'],
        },
      ),
    ),
  ),
  landmark_ne: Type.Optional(
    orNull(
      sized(
        { min: 0, max: LONGEST_LANDMARK },
        {
          description: 'Names the landmark in Nepali. Null and an empty text mean nothing.',
          examples: ['पेट्रोल पम्पको छेउ'],
        },
      ),
    ),
  ),
};

/** The body that adds a place. */
export const newPlace = Type.Object({
  city_id: givenId({ description: 'Identifies the city in which the place is.', examples: [1] }),
  name,
  lat,
  lon,
  ...texts,
});

/** The body that changes a place. */
export const changedPlace = Type.Partial(Type.Object({ name, lat, lon, ...texts }));

/** The fields of a body that are given, as the core takes them. */
export const toGivenPlace = (body: Static<typeof changedPlace>) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.name_ne !== undefined && { nameNe: body.name_ne }),
  ...(body.landmark !== undefined && { landmark: body.landmark || null }),
  ...(body.landmark_ne !== undefined && { landmarkNe: body.landmark_ne || null }),
  lat: body.lat,
  lon: body.lon,
});

export const toNewPlace = (body: Static<typeof newPlace>) => ({
  nameNe: null,
  landmark: null,
  landmarkNe: null,
  ...toGivenPlace(body),
  cityId: keyOf<CityId>(body.city_id),
  name: body.name,
});
