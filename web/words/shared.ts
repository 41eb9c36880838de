import { dictionary } from './dictionary.ts';
import { en } from './en/shared.ts';

/** The texts that the portal, the conductors' pages and the passengers' pages share. */
export const w = dictionary(en, () => import('./ne/shared.ts'));
