import { Type } from '@sinclair/typebox';
import type { AddCity, ChangeCity, ViewCity } from '../../../core/trips/manage-cities.ts';
import { ALIAS_LENGTHS, MOST_ALIASES } from '../../../core/trips/city.ts';
import { cityTaken, cityUnknown } from '../../../core/trips/refusals.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { namedCityResponse, toNamedCityResponse } from './city.ts';
import { id, orNull, sizedName } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly addCity: AddCity;
  readonly changeCity: ChangeCity;
  readonly viewCity: ViewCity;
}

const name = sizedName(
  { max: 100 },
  {
    description: 'The name of the city. No two cities have the same name, whatever the case.',
    examples: ['Dharan'],
  },
);

const aliases = (description: string) =>
  orNull(
    Type.Array(sizedName(ALIAS_LENGTHS), {
      maxItems: MOST_ALIASES,
      description: `${description} Those that repeat the city's name or an earlier alias are left out.`,
      examples: [['Dharan Bazar']],
    }),
  );

export const adminCityRoutes = ({ addCity, changeCity, viewCity }: Uses) => [
  route({
    method: 'post',
    path: '/api/admin/cities',
    operationId: 'addCity',
    summary: 'Add a city',
    description:
      'Adds a city, which companies can then choose for their trips and timetables. No two cities have the same name.',
    returns: 'The new city, with its id.',
    access: 'admin',
    idempotent: true,
    body: Type.Object({
      city_name: name,
      aliases: Type.Optional(
        aliases('Other spellings, old names and short names of the city, which no other city has. Null means none.'),
      ),
    }),
    status: 201,
    response: namedCityResponse,
    refuses: [cityTaken],
    handle: ({ caller, body, once }) =>
      once(toNamedCityResponse, (keep) =>
        addCity(caller.userId, { name: body.city_name, aliases: body.aliases ?? [] }, keep),
      ),
  }),

  route({
    method: 'patch',
    path: '/api/admin/cities/:id',
    operationId: 'changeCity',
    summary: 'Rename a city, or replace its aliases',
    description:
      'Changes the name or the aliases of a city. Absent fields stay as they are, and so do the routes and trips of the city.',
    returns: 'The city after the change.',
    access: 'admin',
    params: Type.Object({ id: id<CityId>({ description: 'The id of the city.' }) }),
    exists: ({ params }) => viewCity(params.id),
    body: Type.Partial(
      Type.Object({
        city_name: name,
        aliases: aliases('The aliases that replace all present ones. Null or an empty list removes them.'),
      }),
    ),
    status: 200,
    response: namedCityResponse,
    refuses: [cityUnknown, cityTaken],
    handle: async ({ caller, params, body }) =>
      toNamedCityResponse(
        await changeCity(caller.userId, params.id, {
          ...(body.city_name !== undefined && { name: body.city_name }),
          ...(body.aliases !== undefined && { aliases: body.aliases ?? [] }),
        }),
      ),
  }),
];
