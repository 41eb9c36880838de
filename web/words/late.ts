import { dictionary } from './dictionary.ts';
import { late } from './en/shared/late.ts';

/** The texts with which crew and office tell of a delay. They load with the pages of a trip. */
export const w = dictionary(late, async () => ({ ne: (await import('./ne/shared/late.ts')).late }));
