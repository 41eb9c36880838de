import { dictionary } from '../../words/dictionary.ts';
import { openings } from '../../words/en/portal/doors.ts';

/** Texts of the pages that follow the openings of sales. They load with these pages. */
export const w = dictionary(openings, async () => ({ ne: (await import('../../words/ne/portal/doors.ts')).openings }));
