import type { Calendar } from '../../../core/kernel/calendar.ts';
import type { Instant } from '../../../core/kernel/time.ts';

/** The first day of the sample's past, counted from today. Sales begin two days before the first departure. */
export const FIRST_DAY = -9;
/** The first day on which buses leave, counted from today. */
export const FIRST_TRIPS = -7;

/** Converts days counted from today to dates and moments. */
export interface Week {
  /** Returns the day that is `fromToday` days after today, as `YYYY-MM-DD`. */
  day(fromToday: number): string;
  /** Returns the moment of the local time `HH:MM` on the day that is `fromToday` days after today. */
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
