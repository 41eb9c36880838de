import { shareCompany } from '../companies/lock-company.ts';
import type { PlaceId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import type { PlacePhoto } from '../trips/places.ts';
import { type Keeper, keeperEntry, lockPlace } from './keeper.ts';
import type { Place } from './place.ts';
import { photoMissing, photoTooLarge, photoUnreadable, placeUnknown } from './refusals.ts';
import { type ShownPlace, showPlace } from './view-places.ts';
import type { RoadStores, RoadWorld } from './world.ts';

export const PHOTO_LIMIT_BYTES = 4 * 1024 * 1024;

export type SetPhoto = ReturnType<typeof setPhoto>;

/** Replaces the photo of a place. Deletes the files of the previous photo afterwards. */
export const setPhoto =
  (world: RoadWorld) =>
  async (keeper: Keeper, id: PlaceId, content: Uint8Array | undefined): Promise<ShownPlace> => {
    const { transact, placePhotos, placeViews } = world;
    if (content === undefined || content.length === 0) throw photoMissing();
    if (content.length > PHOTO_LIMIT_BYTES) throw photoTooLarge();
    const photo = await placePhotos.keep(content);
    if (photo === undefined) throw photoUnreadable();

    let before: Place;
    try {
      before = await transact(async (stores) => {
        const place = await lockPlace(stores, keeper, id);
        await replacePhoto(world, stores, keeper, place, photo);
        return place;
      });
    } catch (error) {
      // The transaction may have succeeded although its confirmation was lost, so the photo may be in use.
      const present = await placeViews.find(id).catch(() => ({ photo }));
      if (present?.photo?.large !== photo.large) await placePhotos.remove(photo);
      throw error;
    }
    if (before.photo) await placePhotos.remove(before.photo);
    return showPlace(world)({ ...before, photo });
  };

export type RemovePhoto = ReturnType<typeof removePhoto>;

/** Removes the photo of a place of the keeper. An administrator also removes the photo of a company's place. */
export const removePhoto =
  (world: RoadWorld) =>
  async (keeper: Keeper, id: PlaceId): Promise<void> => {
    const { photo } = await world.transact(async (stores) => {
      if (keeper.operatorId !== null) await shareCompany(stores, keeper, 'MANAGER');
      const place = await stores.places.lock(id);
      if (!place || (keeper.operatorId !== null && place.operatorId !== keeper.operatorId)) throw placeUnknown();
      if (place.photo) await replacePhoto(world, stores, keeper, place, null);
      return place;
    });
    if (photo) await world.placePhotos.remove(photo);
  };

async function replacePhoto(
  { clock }: Pick<RoadWorld, 'clock'>,
  { places, trail }: RoadStores,
  keeper: Keeper,
  place: Place,
  photo: PlacePhoto | null,
): Promise<void> {
  await places.setPhoto(place.id, photo);
  await trail.add(
    {
      ...keeperEntry(keeper, {
        kind: 'PLACE_CHANGED',
        subject: { type: 'place', id: place.id },
        changes: changesBetween({ photo: place.photo !== null }, { photo: photo !== null }),
        description: `${photo ? 'Set' : 'Removed'} the photo of the place ${place.name} in ${place.city.name}.`,
      }),
      // An administrator may change a place of a company, which then sees the entry.
      operatorId: place.operatorId,
    },
    clock(),
  );
}
