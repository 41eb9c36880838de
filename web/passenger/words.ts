import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/passenger.ts';

/** Texts of all passenger pages except the first page. They load when the user opens one of these pages. */
export const w = dictionary(en, () => import('../words/ne/passenger.ts'));
