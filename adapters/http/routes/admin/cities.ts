import { Type } from '@sinclair/typebox';
import type { AddCity } from '../../../../core/administration/add-city.ts';
import { cityTaken, cityUnknown } from '../../../../core/administration/refusals.ts';
import type { RenameCity } from '../../../../core/administration/rename-city.ts';
import type { ViewCity } from '../../../../core/administration/view-city.ts';
import type { CityId } from '../../../../core/kernel/ids.ts';
import { cityResponse, toCityResponse } from '../../responses/city.ts';
import { id, sized } from '../../route/fields.ts';
import { route } from '../../route/route.ts';

interface Uses {
  readonly addCity: AddCity;
  readonly renameCity: RenameCity;
  readonly viewCity: ViewCity;
}

const name = sized(
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
    params: Type.Object({ id: id({ description: 'The city id.' }) }),
    exists: ({ params }) => viewCity(params.id as CityId),
    body: Type.Partial(Type.Object({ city_name: name })),
    status: 200,
    response: cityResponse,
    refuses: [cityUnknown, cityTaken],
    handle: async ({ caller, params, body }) =>
      toCityResponse(await renameCity(caller.userId, params.id as CityId, body.city_name)),
  }),
];
