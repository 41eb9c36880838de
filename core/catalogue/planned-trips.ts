import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import type { Daily, FileSchedule } from './catalogue-file.ts';

/** A trip that a schedule of the file makes. */
export interface PlannedTrip {
  readonly key: string;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly schedule: FileSchedule;
  /** The schedule's position in the file, counted from 0. */
  readonly row: number;
}

/** The keys of a daily schedule's trips, one for each day. The first trip is on the local day `today`. */
export const dailyKeys = (
  key: string,
  days: number,
  today: string,
  calendar: Calendar,
): readonly { readonly key: string; readonly day: string }[] =>
  Array.from({ length: days }, (_, index) => {
    const day = calendar.dateAfter(today, index);
    return { key: `${key}@${day}`, day };
  });

/** Every trip that the schedules make. A daily schedule makes one trip a day, from the local day of `now` on. */
export function plannedTrips(
  schedules: readonly FileSchedule[],
  calendar: Calendar,
  now: Instant,
): readonly PlannedTrip[] {
  const today = calendar.date(now);
  return schedules.flatMap((schedule, row): PlannedTrip[] => {
    const {
      key,
      times: { daily, departsAt, arrivesAt },
    } = schedule;
    if (!daily) return [{ key, departsAt, arrivesAt, schedule, row }];
    return dailyKeys(key, daily.days, today, calendar).map(({ key: dayKey, day }) => {
      const leaves = departure(calendar, day, daily);
      return { key: dayKey, departsAt: leaves, arrivesAt: minutesAfter(leaves, daily.durationMinutes), schedule, row };
    });
  });
}

function departure(calendar: Calendar, day: string, { time }: Daily): Instant {
  const at = calendar.at(day, time);
  if (at === undefined) throw new RangeError(`${time} is no time of day`);
  return at;
}
