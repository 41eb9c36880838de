import type { CityId, OperatorId } from '../../../core/kernel/ids.ts';
import { key, listRoute, substring } from '../route/list-route.ts';
import { placeResponse, toPlaceResponse } from './place.ts';
import type { PlaceUses } from './place-routes.ts';

const filters = {
  q: substring('A part of the name of the place, in either language.'),
  city_id: key<CityId>('The id of the city of the places.'),
};

/** The lists of places. */
export const placeLists = ({ listPlaces, ...lists }: PlaceUses) => [
  listRoute(lists, {
    path: '/api/operator/places',
    operationId: 'listCompanyPlaces',
    summary: 'List places',
    description: 'Lists the places of your company and the shared ones, by city and name.',
    returns: 'One page of the places, by city and name.',
    access: 'conductor',
    filters,
    item: placeResponse,
    list: ({ caller, given: { city_id: cityId, q } }, page) =>
      listPlaces({ owners: [caller.staff.operatorId, null], ...(cityId && { cityId }), ...(q && { q }) }, page),
    toItem: toPlaceResponse,
  }),

  listRoute(lists, {
    path: '/api/admin/places',
    operationId: 'listSharedPlaces',
    summary: 'List shared places, or those of a company',
    description: 'Lists the shared places by city and name, or the places of one company.',
    returns: 'One page of the places, by city and name.',
    access: 'admin',
    filters: {
      ...filters,
      operator_id: key<OperatorId>('The id of a company, whose places are listed in place of the shared ones.'),
    },
    item: placeResponse,
    list: ({ given: { city_id: cityId, operator_id: operatorId, q } }, page) =>
      listPlaces({ owners: [operatorId ?? null], ...(cityId && { cityId }), ...(q && { q }) }, page),
    toItem: toPlaceResponse,
  }),
];
