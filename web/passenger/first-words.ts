import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/first-page.ts';

/** The words that come with the first page: those of the search, and of what stands around every page. */
export const w = dictionary(en, () => import('../words/ne/first-page.ts'));
