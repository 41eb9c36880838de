import { dictionary } from '../../words/dictionary.ts';
import { opening } from '../../words/en/portal/doors.ts';

/** Texts about the opening of a trip's sale. They load with the pages of trips. */
export const w = dictionary(opening, async () => ({ ne: (await import('../../words/ne/portal/doors.ts')).opening }));
