import { dictionary } from './dictionary.ts';
import { seatMap } from './en/shared/seat-map.ts';

/** The words of a bus's map, which come with it. */
export const w = dictionary(seatMap, async () => ({ ne: (await import('./ne/shared/seat-map.ts')).seatMap }));
