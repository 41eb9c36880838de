import { dictionary } from './dictionary.ts';
import { seatMap } from './en/shared/seat-map.ts';

/** The words of a bus's map, loaded with the map. */
export const w = dictionary(seatMap, async () => ({ ne: (await import('./ne/shared/seat-map.ts')).seatMap }));
