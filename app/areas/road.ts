import { placeLists } from '../../adapters/http/road/place-lists.ts';
import { type PlaceBase, placeRoutes } from '../../adapters/http/road/place-routes.ts';
import { memberOf } from '../../core/companies/member.ts';
import { addPlace, changePlace, removePlace } from '../../core/road/keep-places.ts';
import { removePhoto, setPhoto } from '../../core/road/place-photo.ts';
import { findPlace, listPlaces } from '../../core/road/view-places.ts';
import type { Dependencies } from '../dependencies.ts';

export const roadUseCases = (dependencies: Dependencies) => ({
  listPlaces: listPlaces(dependencies),
  findPlace: findPlace(dependencies),
  addPlace: addPlace(dependencies),
  changePlace: changePlace(dependencies),
  removePlace: removePlace(dependencies),
  setPhoto: setPhoto(dependencies),
  removePhoto: removePhoto(dependencies),
});

export type RoadUseCases = ReturnType<typeof roadUseCases>;

const COMPANY: PlaceBase<'manager'> = {
  path: '/api/operator/places',
  name: 'Company',
  access: 'manager',
  keeperOf: memberOf,
  removesAnyPhoto: false,
};

const ADMINISTRATION: PlaceBase<'admin'> = {
  path: '/api/admin/places',
  name: 'Shared',
  access: 'admin',
  keeperOf: ({ userId }) => ({ userId, operatorId: null }),
  removesAnyPhoto: true,
};

export function roadRoutes(useCases: RoadUseCases, dependencies: Dependencies) {
  const uses = { ...useCases, ...dependencies };
  return [...placeLists(uses), ...placeRoutes(uses, COMPANY), ...placeRoutes(uses, ADMINISTRATION)];
}
