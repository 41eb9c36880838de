import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/passenger.ts';

/** The words of all pages but the first, fetched with the first of them. */
export const w = dictionary(en, () => import('../words/ne/passenger.ts'));
