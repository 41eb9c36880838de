import { Type } from '@sinclair/typebox';
import type { City } from '../../../core/trips/city.ts';

export const cityResponse = Type.Object(
  { id: Type.Integer({ examples: [1] }), city_name: Type.String({ examples: ['Kathmandu'] }) },
  { title: 'City' },
);

export const toCityResponse = ({ id, name }: City) => ({ id, city_name: name });
