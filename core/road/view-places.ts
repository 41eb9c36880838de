import type { OperatorId, PlaceId } from '../kernel/ids.ts';
import { type Listing, type Page, listingOf } from '../kernel/page.ts';
import { type PlaceUrlNeeds, type PlaceUrls, urlsOf } from '../trips/places.ts';
import type { Keeper } from './keeper.ts';
import { type Place, isBehind, isNamedLike, positionOf } from './place.ts';
import type { PlaceFilter } from './ports.ts';
import { placeUnknown } from './refusals.ts';
import type { RoadWorld } from './world.ts';

/** A place with the URLs of its map and photo. */
export type ShownPlace = Place & PlaceUrls;

export const showPlace =
  (needs: PlaceUrlNeeds) =>
  (place: Place): ShownPlace => ({ ...place, ...urlsOf(needs)(place) });

/** Narrows a list of places. `q` is a folded part of a name. */
interface Search extends PlaceFilter {
  readonly q?: string;
}

export type ListPlaces = ReturnType<typeof listPlaces>;

/** Lists places by city and name. An owner has so few places that all of them are read, and sorted here. */
export const listPlaces =
  (world: RoadWorld) =>
  async ({ q, ...filter }: Search, page: Page): Promise<Listing<ShownPlace>> => {
    const { after } = page;
    const found = (await world.placeViews.all(filter))
      .filter((place) => q === undefined || isNamedLike(place, q))
      .filter((place) => after === undefined || isBehind(positionOf(place), after))
      .sort((one, other) => (isBehind(positionOf(one), positionOf(other)) ? 1 : -1));
    return listingOf(found.map(showPlace(world)), page, positionOf);
  };

export type FindPlace = ReturnType<typeof findPlace>;

/**
 * Finds a place of an owner; null stands for the platform. Without an owner, finds any place.
 *
 * @throws Refusal PLACE_UNKNOWN
 */
export const findPlace =
  ({ placeViews }: RoadWorld) =>
  async (id: PlaceId, owner?: Keeper['operatorId'] | OperatorId): Promise<Place> => {
    const place = await placeViews.find(id);
    if (!place || (owner !== undefined && place.operatorId !== owner)) throw placeUnknown();
    return place;
  };
