import { Type } from '@sinclair/typebox';
import type { City, NamedCity } from '../../../core/trips/city.ts';
import { nullable, text } from '../route/fields.ts';
import { latitude, longitude } from './coordinates.ts';

export const cityResponse = Type.Object(
  { id: Type.Integer({ examples: [1] }), city_name: Type.String({ examples: ['Kathmandu'] }) },
  { title: 'City' },
);

export const toCityResponse = ({ id, name }: City) => ({ id, city_name: name });

export const namedCityResponse = Type.Object(
  {
    ...cityResponse.properties,
    aliases: Type.Array(Type.String(), {
      description:
        'Lists other spellings, old names and short names of the city. A search takes an alias in place of the name. Each alias belongs to one city.',
      examples: [['Katmandu', 'KTM']],
    }),
    name_ne: nullable(
      Type.String({ description: 'Names the city in Nepali; null if nobody gave it.', examples: ['काठमाडौँ'] }),
    ),
    lat: nullable(
      latitude({ description: "Gives the latitude of the city's centre, in degrees; null if nobody gave it." }),
    ),
    lon: nullable(
      longitude({ description: "Gives the longitude of the city's centre, in degrees; null together with lat." }),
    ),
  },
  { title: 'NamedCity' },
);

export const toNamedCityResponse = (city: NamedCity) => ({
  ...toCityResponse(city),
  aliases: [...city.aliases],
  name_ne: city.nameNe,
  lat: city.coordinates?.lat ?? null,
  lon: city.coordinates?.lon ?? null,
});

/** Query parameters that name the cities of a journey. */
export const journeyQuery = {
  origin: text({
    description: 'Names the city of departure: its whole name or one of its aliases, in upper or lower case.',
    examples: ['Kathmandu'],
  }),
  destination: text({
    description:
      'Names the city of arrival: its whole name or one of its aliases, in upper or lower case. It must not be the same city as origin.',
    examples: ['Pokhara'],
  }),
};
