import { dictionary } from '../../words/dictionary.ts';
import { road } from '../../words/en/passenger/road.ts';

/** Texts that tell where a bus is. They load with the pages that show it. */
export const w = dictionary(road, async () => ({ ne: (await import('../../words/ne/passenger/road.ts')).road }));
