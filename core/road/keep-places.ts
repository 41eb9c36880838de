import { lockCompany } from '../companies/lock-company.ts';
import { refusePlaceBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import { type GivenCoordinates, coordinatesIn } from '../kernel/coordinates.ts';
import type { CityId, PlaceId } from '../kernel/ids.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import type { PlaceDetails } from '../trips/places.ts';
import { type Keeper, keeperEntry, lockPlace } from './keeper.ts';
import { MOST_PLACES, type Place } from './place.ts';
import { noCity, placeTaken } from './refusals.ts';
import { type ShownPlace, showPlace } from './view-places.ts';
import type { RoadWorld } from './world.ts';

/** A place as a request gives it. */
export interface GivenPlace extends Pick<PlaceDetails, 'nameNe' | 'landmark' | 'landmarkNe'>, GivenCoordinates {
  readonly cityId: CityId;
  readonly name: string;
}

export type AddPlace = ReturnType<typeof addPlace>;

/** Adds a place of a company, or a shared place. */
export const addPlace =
  (world: RoadWorld) =>
  async (keeper: Keeper, given: GivenPlace, keep?: KeepResult<ShownPlace>): Promise<ShownPlace> => {
    const { cityId, name, nameNe, landmark, landmarkNe } = given;
    const coordinates = coordinatesIn(given, world.roadBounds);
    if (!coordinates) throw new Error('A place needs coordinates.');
    return world.transact(async (stores) => {
      const { operatorId } = keeper;
      if (operatorId !== null) {
        await lockCompany(stores, keeper, 'MANAGER');
        await refusePlaceBeyondQuota(stores, operatorId, MOST_PLACES);
      }
      const place = await stores.places.add({ operatorId, cityId, name, nameNe, coordinates, landmark, landmarkNe });
      if (place === 'no city') throw noCity();
      if (place === 'taken') throw placeTaken();
      await stores.trail.add(
        keeperEntry(keeper, {
          kind: 'PLACE_ADDED',
          subject: { type: 'place', id: place.id },
          changes: changesBetween({}, logged(place)),
          description: `Added the place ${place.name} in ${place.city.name}.`,
        }),
        world.clock(),
      );
      const shown = showPlace(world)(place);
      await keep?.(shown, stores);
      return shown;
    });
  };

export type ChangePlace = ReturnType<typeof changePlace>;

/** Changes a place of the keeper. Absent fields are kept. The city of a place never changes. */
export const changePlace =
  (world: RoadWorld) =>
  (keeper: Keeper, id: PlaceId, given: Partial<Omit<GivenPlace, 'cityId'>>): Promise<ShownPlace> =>
    world.transact(async (stores) => {
      const place = await lockPlace(stores, keeper, id);
      const { lat, lon, ...texts } = given;
      const changed: Place = {
        ...place,
        ...texts,
        coordinates: coordinatesIn({ lat, lon }, world.roadBounds) ?? place.coordinates,
      };
      const changes = changesBetween(logged(place), logged(changed));
      if (Object.keys(changes).length === 0) return showPlace(world)(place);
      if (!(await stores.places.change(changed))) throw placeTaken();
      await stores.trail.add(
        keeperEntry(keeper, {
          kind: 'PLACE_CHANGED',
          subject: { type: 'place', id },
          changes,
          description: `Changed the place ${place.name} in ${place.city.name}.`,
        }),
        world.clock(),
      );
      return showPlace(world)(changed);
    });

export type RemovePlace = ReturnType<typeof removePlace>;

/** Removes a place of the keeper, and then the files of its photo. Points of its name have no place any more. */
export const removePlace =
  ({ clock, transact, placePhotos }: RoadWorld) =>
  async (keeper: Keeper, id: PlaceId): Promise<void> => {
    const { photo } = await transact(async (stores) => {
      const place = await lockPlace(stores, keeper, id);
      await stores.places.remove(id);
      await stores.trail.add(
        keeperEntry(keeper, {
          kind: 'PLACE_REMOVED',
          subject: { type: 'place', id },
          changes: changesBetween(logged(place), {}),
          description: `Removed the place ${place.name} in ${place.city.name}.`,
        }),
        clock(),
      );
      return place;
    });
    if (photo) await placePhotos.remove(photo);
  };

/** A place as the activity log shows it. */
const logged = ({ city, name, nameNe, coordinates, landmark, landmarkNe }: Place) => ({
  city_id: city.id,
  name,
  name_ne: nameNe,
  lat: coordinates.lat,
  lon: coordinates.lon,
  landmark,
  landmark_ne: landmarkNe,
});
