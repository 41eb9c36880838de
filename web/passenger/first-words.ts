import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/first-page.ts';

/** Texts of the first page and of the frame around every page. */
export const w = dictionary(en, () => import('../words/ne/first-page.ts'));
