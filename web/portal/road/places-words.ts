import { dictionary } from '../../words/dictionary.ts';
import { places } from '../../words/en/portal/road.ts';

/** Texts of the page of places. They load with it. */
export const w = dictionary(places, async () => ({ ne: (await import('../../words/ne/portal/road.ts')).places }));
