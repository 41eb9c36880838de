import { dictionary } from '../../words/dictionary.ts';
import { about } from '../../words/en/passenger/about.ts';

/** Texts of the pages to which the footer links. */
export const w = dictionary(about, async () => ({ ne: (await import('../../words/ne/passenger/about.ts')).about }));
