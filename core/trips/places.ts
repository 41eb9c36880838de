import type { Coordinates } from '../kernel/coordinates.ts';

/** The file names of a place's photo, in its two sizes. */
export interface PlacePhoto {
  readonly large: string;
  readonly small: string;
}

/** Details of a place beside its name. */
export interface PlaceDetails {
  readonly nameNe: string | null;
  readonly coordinates: Coordinates;
  /** Something nearby by which people find the place. */
  readonly landmark: string | null;
  readonly landmarkNe: string | null;
  readonly photo: PlacePhoto | null;
}

/**
 * The places of one city, by the `pointKey` of their names. A company's own place stands for a shared one of its name.
 */
export type PlacesByName = ReadonlyMap<string, PlaceDetails>;

/** The absolute URLs of a place's map and photo. */
export interface PlaceUrls {
  readonly photoUrl: string | null;
  readonly photoSmallUrl: string | null;
  readonly mapUrl: string;
}

/** Makes the URLs of places. */
export interface PlaceUrlNeeds {
  readonly placePhotos: {
    /** The absolute URL of a file of a photo. */
    readonly url: (fileName: string) => string;
  };
  /** The address of a map, with `{lat}` and `{lon}` in place of the coordinates. */
  readonly mapLink: string;
}

/** The address of a map that shows a spot. */
const mapUrlOf = (mapLink: string, { lat, lon }: Coordinates): string =>
  mapLink.replaceAll('{lat}', String(lat)).replaceAll('{lon}', String(lon));

export const urlsOf =
  ({ placePhotos, mapLink }: PlaceUrlNeeds) =>
  ({ photo, coordinates }: Pick<PlaceDetails, 'photo' | 'coordinates'>): PlaceUrls => ({
    photoUrl: photo && placePhotos.url(photo.large),
    photoSmallUrl: photo && placePhotos.url(photo.small),
    mapUrl: mapUrlOf(mapLink, coordinates),
  });
