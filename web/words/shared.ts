import { dictionary } from './dictionary.ts';
import { en } from './en/shared.ts';

/** The words that all programs use. */
export const w = dictionary(en, () => import('./ne/shared.ts'));
