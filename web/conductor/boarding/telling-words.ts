import { dictionary } from '../../words/dictionary.ts';
import { telling } from '../../words/en/shared/telling.ts';

/** Texts with which a conductor tells where the bus is. They load with the page of a trip. */
export const w = dictionary(telling, async () => ({ ne: (await import('../../words/ne/shared/telling.ts')).telling }));
