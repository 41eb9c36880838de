import { citiesFrom } from '../../parts/cities.ts';
import { api } from '../session.ts';

/** The cities between which passengers search. */
export const cities = citiesFrom(() => api.get('/api/cities'));
