import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/passenger.ts';

/** Words of all pages but the first, loaded together with the first of those pages. */
export const w = dictionary(en, () => import('../words/ne/passenger.ts'));
