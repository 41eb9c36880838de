import { dictionary } from './dictionary.ts';
import { seatMap } from './en/shared/seat-map.ts';

/** The texts of the seat map. They load together with the map's code. */
export const w = dictionary(seatMap, async () => ({ ne: (await import('./ne/shared/seat-map.ts')).seatMap }));
