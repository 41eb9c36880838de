import { Type } from '@sinclair/typebox';
import type { City } from '../../../core/trips/city.ts';
import { text } from '../route/fields.ts';

export const cityResponse = Type.Object(
  { id: Type.Integer({ examples: [1] }), city_name: Type.String({ examples: ['Kathmandu'] }) },
  { title: 'City' },
);

export const toCityResponse = ({ id, name }: City) => ({ id, city_name: name });

/** Query parameters that name the cities of a journey. */
export const journeyQuery = {
  origin: text({
    description: 'City of departure: its whole name, in upper or lower case.',
    examples: ['Kathmandu'],
  }),
  destination: text({
    description: 'City of arrival: its whole name, in upper or lower case. Not the same as origin.',
    examples: ['Pokhara'],
  }),
};
