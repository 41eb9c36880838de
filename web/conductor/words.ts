import { dictionary } from '../words/dictionary.ts';
import { en } from '../words/en/conductor.ts';

export const w = dictionary(en, () => import('../words/ne/conductor.ts'));
