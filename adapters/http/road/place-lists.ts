import type { CityId, OperatorId } from '../../../core/kernel/ids.ts';
import { key, listRoute, substring } from '../route/list-route.ts';
import { placeResponse, toPlaceResponse } from './place.ts';
import type { PlaceUses } from './place-routes.ts';

const filters = {
  q: substring('Limits the list to places with this text in the name, in either language.'),
  city_id: key<CityId>('Limits the list to the places of the city with this id.'),
};

/** The lists of places. */
export const placeLists = ({ listPlaces, ...lists }: PlaceUses) => [
  listRoute(lists, {
    path: '/api/operator/places',
    operationId: 'listCompanyPlaces',
    summary: 'List places',
    description: 'Lists the places of your company and the shared ones, by city and name.',
    returns: 'Lists the places, by city and name, page by page.',
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
    returns: 'Lists the places, by city and name, page by page.',
    access: 'admin',
    filters: {
      ...filters,
      operator_id: key<OperatorId>(
        'Limits the list to the places of the company with this id, in place of the shared ones.',
      ),
    },
    item: placeResponse,
    list: ({ given: { city_id: cityId, operator_id: operatorId, q } }, page) =>
      listPlaces({ owners: [operatorId ?? null], ...(cityId && { cityId }), ...(q && { q }) }, page),
    toItem: toPlaceResponse,
  }),
];
