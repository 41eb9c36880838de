import { Type } from '@sinclair/typebox';
import type { AddCity, RenameCity, ViewCity } from '../../../core/trips/manage-cities.ts';
import { cityTaken, cityUnknown } from '../../../core/trips/refusals.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { cityResponse, toCityResponse } from './city.ts';
import { id, sizedName } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly addCity: AddCity;
  readonly renameCity: RenameCity;
  readonly viewCity: ViewCity;
}

const name = sizedName(
  { max: 100 },
  { description: 'No two cities have the same name, whatever the case.', examples: ['Dharan'] },
);

export const adminCityRoutes = ({ addCity, renameCity, viewCity }: Uses) => [
  route({
    method: 'post',
    path: '/api/admin/cities',
    operationId: 'addCity',
    summary: 'Add a city',
    access: 'admin',
    idempotent: true,
    body: Type.Object({ city_name: name }),
    status: 201,
    response: cityResponse,
    refuses: [cityTaken],
    handle: ({ caller, body, once }) => once(toCityResponse, (keep) => addCity(caller.userId, body.city_name, keep)),
  }),

  route({
    method: 'patch',
    path: '/api/admin/cities/:id',
    operationId: 'renameCity',
    summary: 'Rename a city',
    description: 'Its routes and trips stay as they are.',
    access: 'admin',
    params: Type.Object({ id: id<CityId>({ description: 'The city id.' }) }),
    exists: ({ params }) => viewCity(params.id),
    body: Type.Partial(Type.Object({ city_name: name })),
    status: 200,
    response: cityResponse,
    refuses: [cityUnknown, cityTaken],
    handle: async ({ caller, params, body }) =>
      toCityResponse(await renameCity(caller.userId, params.id, body.city_name)),
  }),
];
