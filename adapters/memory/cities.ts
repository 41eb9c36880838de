import { byCityName } from '../../core/trips/ports.ts';
import type { CityRepo } from '../../core/trips/ports.ts';
import type { State } from './state.ts';

export const memoryCities = (state: State): CityRepo => ({
  all: async () => [...state.cities.values()].sort(byCityName),
});
