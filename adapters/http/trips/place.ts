import { Type } from '@sinclair/typebox';
import { type PlaceDetails, type PlaceUrlNeeds, type PlaceUrls, urlsOf } from '../../../core/trips/places.ts';
import { nullable } from '../route/fields.ts';
import { latitude, longitude } from './coordinates.ts';

const photoUrl = (description: string) =>
  nullable(
    Type.String({
      format: 'uri',
      description,
      examples: ['http://localhost:3000/media/0f8b7c1d2e3f4a5b6c7d8e9f00112233.jpg'],
    }),
  );

/** The fields of a place beside its name. */
export const placeFields = {
  name_ne: nullable(
    Type.String({ description: 'Names the place in Nepali; null if nobody gave it.', examples: ['कलंकी'] }),
  ),
  lat: latitude({ description: 'Gives the latitude of the place, in degrees.', examples: [27.6933] }),
  lon: longitude({ description: 'Gives the longitude of the place, in degrees.', examples: [85.2814] }),
  landmark: nullable(
    Type.String({
      description: 'Names something nearby by which people find the place; null if nobody named it.',
      examples: ['Beside the petrol pump'],
    }),
  ),
  landmark_ne: nullable(
    Type.String({
      description: 'Names the landmark in Nepali; null if nobody named it.',
      examples: ['पेट्रोल पम्पको छेउ'],
    }),
  ),
  photo_url: photoUrl('Is the address of a photo of the place, at most 1280 pixels a side; null if there is none.'),
  photo_small_url: photoUrl('Is the address of the same photo, at most 320 pixels a side; null if there is none.'),
  map_url: Type.String({
    format: 'uri',
    description: 'Is the address of a map that shows the place.',
    examples: ['https://www.openstreetmap.org/?mlat=27.6933&mlon=85.2814#map=17/27.6933/85.2814'],
  }),
};

export const toPlaceFields = (place: PlaceDetails & PlaceUrls) => ({
  name_ne: place.nameNe,
  lat: place.coordinates.lat,
  lon: place.coordinates.lon,
  landmark: place.landmark,
  landmark_ne: place.landmarkNe,
  photo_url: place.photoUrl,
  photo_small_url: place.photoSmallUrl,
  map_url: place.mapUrl,
});

/** The place of a boarding or dropping point. */
export const pointPlace = nullable(
  Type.Object(placeFields, {
    title: 'PlaceOfPoint',
    description: 'Shows the place of the point; null if neither the company nor the platform has a place of this name.',
  }),
);

export const toPointPlace = (needs: PlaceUrlNeeds) => (place: PlaceDetails | null) =>
  place && toPlaceFields({ ...place, ...urlsOf(needs)(place) });
