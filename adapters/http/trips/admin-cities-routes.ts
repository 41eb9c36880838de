import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { AddCity, ChangeCity, ViewCity } from '../../../core/trips/manage-cities.ts';
import { ALIAS_LENGTHS, MOST_ALIASES } from '../../../core/trips/city.ts';
import { cityTaken, cityUnknown } from '../../../core/trips/refusals.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { namedCityResponse, toNamedCityResponse } from './city.ts';
import { latitude, longitude } from './coordinates.ts';
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
    description: 'Names the city. No two cities have the same name, whatever the case.',
    examples: ['Dharan'],
  },
);

const details = {
  name_ne: Type.Optional(
    orNull(sizedName({ max: 100 }, { description: 'Names the city in Nepali; null means none.', examples: ['धरान'] })),
  ),
  lat: Type.Optional(
    orNull(
      latitude({
        description:
          "Gives the latitude of the city's centre, within ROAD_BOUNDS. It is given with lon or not at all; null for both clears them.",
        examples: [26.8126],
      }),
    ),
  ),
  lon: Type.Optional(
    orNull(
      longitude({
        description:
          "Gives the longitude of the city's centre, within ROAD_BOUNDS. It is given with lat or not at all; null for both clears them.",
        examples: [87.2834],
      }),
    ),
  ),
};

/** The details of a city as the core takes them. */
const detailsOf = ({ name_ne: nameNe, lat, lon }: Static<TObject<typeof details>>) => ({
  ...(nameNe !== undefined && { nameNe }),
  lat,
  lon,
});

const aliases = (description: string) =>
  orNull(
    Type.Array(sizedName(ALIAS_LENGTHS), {
      maxItems: MOST_ALIASES,
      description: `${description} Aliases that repeat the city's name or an earlier alias are left out.`,
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
    returns: 'Shows the new city, with its id.',
    access: 'admin',
    idempotent: true,
    body: Type.Object({
      city_name: name,
      aliases: Type.Optional(
        aliases(
          'Lists other spellings, old names and short names of the city, which no other city has; null means none.',
        ),
      ),
      ...details,
    }),
    status: 201,
    response: namedCityResponse,
    refuses: [cityTaken],
    handle: ({ caller, body, once }) =>
      once(toNamedCityResponse, (keep) =>
        addCity(caller.userId, { name: body.city_name, aliases: body.aliases ?? [], ...detailsOf(body) }, keep),
      ),
  }),

  route({
    method: 'patch',
    path: '/api/admin/cities/:id',
    operationId: 'changeCity',
    summary: 'Change a city',
    description:
      'Changes the names or the coordinates of a city. Absent fields stay as they are, and so do the routes and trips of the city.',
    returns: 'Shows the city after the change.',
    access: 'admin',
    params: Type.Object({ id: id<CityId>({ description: 'Identifies the city.' }) }),
    exists: ({ params }) => viewCity(params.id),
    body: Type.Partial(
      Type.Object({
        city_name: name,
        aliases: aliases('Lists the aliases that replace all present ones. Null or an empty list removes them.'),
        ...details,
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
          ...detailsOf(body),
        }),
      ),
  }),
];
