import { Type } from '@sinclair/typebox';
import { quotaReached } from '../../../core/companies/refusals.ts';
import { picturesBusy } from '../../../core/accounts/refusals.ts';
import type { PlaceId } from '../../../core/kernel/ids.ts';
import type { Keeper } from '../../../core/road/keeper.ts';
import type { AddPlace, ChangePlace, RemovePlace } from '../../../core/road/keep-places.ts';
import { PHOTO_LIMIT_BYTES, type RemovePhoto, type SetPhoto } from '../../../core/road/place-photo.ts';
import { photoTooLarge, placeTaken, placeUnknown } from '../../../core/road/refusals.ts';
import type { FindPlace, ListPlaces } from '../../../core/road/view-places.ts';
import type { Access, CallerOf } from '../route/access.ts';
import { id } from '../route/fields.ts';
import type { ListNeeds } from '../route/list-route.ts';
import { type Route, route, uploadRoute } from '../route/route.ts';
import { changedPlace, newPlace, placeResponse, toGivenPlace, toNewPlace, toPlaceResponse } from './place.ts';

export interface PlaceUses extends ListNeeds {
  readonly listPlaces: ListPlaces;
  readonly findPlace: FindPlace;
  readonly addPlace: AddPlace;
  readonly changePlace: ChangePlace;
  readonly removePlace: RemovePlace;
  readonly setPhoto: SetPhoto;
  readonly removePhoto: RemovePhoto;
}

/** One kind of keeper: the path of its places, who may change them, and the keeper for whom a caller acts. */
export interface PlaceBase<Allowed extends Access> {
  readonly path: string;
  /** The word in the names of operations: `addCompanyPlace`. */
  readonly name: string;
  /** A place of the keeper in the summaries of operations: `a place of your company`. */
  readonly called: string;
  readonly access: Allowed;
  readonly keeperOf: (caller: CallerOf<Allowed>) => Keeper;
  /** Whether the keeper may also remove the photos of others. */
  readonly removesAnyPhoto: boolean;
}

const params = Type.Object({ id: id<PlaceId>({ description: 'Identifies the place.' }) });

/** The routes that change places and their photos, for one kind of keeper. */
export function placeRoutes<Allowed extends Access>(
  uses: PlaceUses,
  { path, name, called, access, keeperOf, removesAnyPhoto }: PlaceBase<Allowed>,
): readonly Route[] {
  const one = `${path}/:id`;
  interface Asked {
    readonly caller: CallerOf<Allowed>;
    readonly params: { readonly id: PlaceId };
  }
  const exists = ({ caller, params: { id: place } }: Asked) => uses.findPlace(place, keeperOf(caller).operatorId);
  return [
    route({
      method: 'post',
      path,
      operationId: `add${name}Place`,
      summary: `Add ${called}`,
      description:
        'Adds a named spot in a city. Boarding and dropping points of its name in this city are at the place from now on. A company has at most 300 places.',
      returns: 'Shows the new place.',
      access,
      idempotent: true,
      body: newPlace,
      status: 201,
      response: placeResponse,
      refuses: [quotaReached, placeTaken],
      handle: ({ caller, body, once }) =>
        once(toPlaceResponse, (keep) => uses.addPlace(keeperOf(caller), toNewPlace(body), keep)),
    }),

    route({
      method: 'patch',
      path: one,
      operationId: `change${name}Place`,
      summary: `Change ${called}`,
      description:
        'Changes the name, the spot or the landmark of a place, which trips show at once. Absent fields stay as they are. The city never changes.',
      returns: 'Shows the place after the change.',
      access,
      params,
      exists,
      body: changedPlace,
      status: 200,
      response: placeResponse,
      refuses: [placeUnknown, placeTaken],
      handle: async ({ caller, params: { id: place }, body }) =>
        toPlaceResponse(await uses.changePlace(keeperOf(caller), place, toGivenPlace(body))),
    }),

    route({
      method: 'delete',
      path: one,
      operationId: `remove${name}Place`,
      summary: `Remove ${called}`,
      description: 'Removes a place with its photo. Points of its name stay on their trips, without a place.',
      returns: 'The place is removed.',
      access,
      params,
      exists,
      status: 204,
      refuses: [placeUnknown],
      handle: ({ caller, params: { id: place } }) => uses.removePlace(keeperOf(caller), place),
    }),

    uploadRoute({
      method: 'put',
      path: `${one}/photo`,
      operationId: `set${name}PlacePhoto`,
      summary: `Set the photo of ${called}`,
      description:
        'Replaces the photo of a place by a PNG, JPEG or WebP, told by its bytes, of at most 4 MiB and 25 megapixels. ' +
        'It is kept as JPEGs of at most 1280 and 320 pixels a side; what else the file holds, such as where it was taken, is dropped.',
      returns: 'Shows the place with the new photo.',
      access,
      limit: 'upload',
      params,
      exists,
      upload: { field: 'photo', limitBytes: PHOTO_LIMIT_BYTES, tooLarge: photoTooLarge },
      status: 200,
      response: placeResponse,
      refuses: [placeUnknown, picturesBusy],
      handle: async ({ caller, params: { id: place }, upload }) =>
        toPlaceResponse(await uses.setPhoto(keeperOf(caller), place, upload?.content)),
    }),

    route({
      method: 'delete',
      path: `${one}/photo`,
      operationId: `remove${name}PlacePhoto`,
      summary: `Remove the photo of ${called}`,
      description: 'Removes the photo of a place, if it has one. Its addresses answer 404 from now on.',
      returns: 'The place has no photo.',
      access,
      params,
      exists: removesAnyPhoto ? (asked: Asked) => uses.findPlace(asked.params.id) : exists,
      status: 204,
      refuses: [placeUnknown],
      handle: ({ caller, params: { id: place } }) => uses.removePhoto(keeperOf(caller), place),
    }),
  ];
}
