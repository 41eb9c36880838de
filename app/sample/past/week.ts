import type { Calendar } from '../../../core/kernel/calendar.ts';
import type { Instant } from '../../../core/kernel/time.ts';

/** How many days before today the companies begin: two to sell in before the first bus leaves. */
export const FIRST_DAY = -9;
/** The first of the days on which buses have left. */
export const FIRST_TRIPS = -7;

/** Moments by how many days they are from today. */
export interface Week {
  /** `YYYY-MM-DD`. */
  day(fromToday: number): string;
  /** `HH:MM`, local. */
  at(fromToday: number, time: string): Instant;
}

export function weekOf(calendar: Calendar, now: Instant): Week {
  const today = calendar.date(now);
  const day = (fromToday: number): string => calendar.dateAfter(today, fromToday);
  return {
    day,
    at(fromToday, time) {
      const at = calendar.at(day(fromToday), time);
      if (at === undefined) throw new RangeError(`${time} is no time of day.`);
      return at;
    },
  };
}
