import { Type } from '@sinclair/typebox';
import type { City, NamedCity } from '../../../core/trips/city.ts';
import { text } from '../route/fields.ts';

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
        'Other spellings, old names and short names of the city. A search takes an alias in place of the name. Each alias belongs to one city.',
      examples: [['Katmandu', 'KTM']],
    }),
  },
  { title: 'NamedCity' },
);

export const toNamedCityResponse = (city: NamedCity) => ({ ...toCityResponse(city), aliases: [...city.aliases] });

/** Query parameters that name the cities of a journey. */
export const journeyQuery = {
  origin: text({
    description: 'The city of departure: its whole name, in upper or lower case.',
    examples: ['Kathmandu'],
  }),
  destination: text({
    description: 'The city of arrival: its whole name, in upper or lower case. It must not be the same as origin.',
    examples: ['Pokhara'],
  }),
};
