import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/portal.ts';

export const w = dictionary(en, () => import('../words/ne/portal.ts'));
