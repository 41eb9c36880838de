import type { CityId, OperatorId, PlaceId } from '../kernel/ids.ts';
import type { PlacePhoto } from '../trips/places.ts';
import type { NewPlace, Place } from './place.ts';

/** Places, inside a transaction. */
export interface PlaceStore {
  /**
   * Adds a place. `taken`: the owner has a place of this name in the city. `no city`: there is no such city. The
   * transaction must then be rolled back.
   */
  add(place: NewPlace): Promise<Place | 'taken' | 'no city'>;
  /** Finds a place of an owner by its name in a city, whatever the spelling, and locks it. Null means the platform. */
  named(owner: OperatorId | null, city: CityId, name: string): Promise<Place | undefined>;
  /** Finds a place and locks it until the transaction ends. */
  lock(id: PlaceId): Promise<Place | undefined>;
  /**
   * Stores the name and the details of a place. Returns false if the owner has another place of this name in the city.
   * The transaction must then be rolled back.
   */
  change(place: Place): Promise<boolean>;
  setPhoto(id: PlaceId, photo: PlacePhoto | null): Promise<void>;
  remove(id: PlaceId): Promise<void>;
}

/** Chooses the places of some owners. Null stands for the platform, which owns the shared places. */
export interface PlaceFilter {
  readonly owners: readonly (OperatorId | null)[];
  readonly cityId?: CityId;
}

export interface PlaceViews {
  find(id: PlaceId): Promise<Place | undefined>;
  /** All places of the filter, in no particular order. */
  all(filter: PlaceFilter): Promise<readonly Place[]>;
}

/** Stores photos of places. */
export interface PlacePhotos {
  /**
   * Encodes a PNG, JPEG or WebP as JPEGs of two sizes and stores both. Undefined if `content` is no such picture, or
   * has too many pixels.
   */
  keep(content: Uint8Array): Promise<PlacePhoto | undefined>;
  remove(photo: PlacePhoto): Promise<void>;
  /** The absolute URL of a file of a photo. */
  url(fileName: string): string;
}
