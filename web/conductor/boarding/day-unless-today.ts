import { dayOf, gregorian, today } from '../../parts/moment.ts';

/** The day of a moment as `Sat 21 Nov`; empty if it is today. */
export const dayUnlessToday = (moment: string | number): string =>
  dayOf(moment) === today() ? '' : gregorian(dayOf(moment));
