import { dictionary } from '../../words/dictionary.ts';
import { door } from '../../words/en/passenger/door.ts';

/** Texts of the page of a door, which loads without the texts of other pages. */
export const w = dictionary(door, async () => ({ ne: (await import('../../words/ne/passenger/door.ts')).door }));
