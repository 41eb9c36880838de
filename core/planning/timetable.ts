import { type Weekday, dayAfter, weekdayOf } from '../kernel/calendar.ts';
import type { BusId, OperatorId, TimetableId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { REPEATED } from '../trips/planned-trips.ts';
import type { Points } from '../trips/points.ts';
import type { SaleOpening } from '../trips/sale-opening.ts';
import type { Ends, Road } from '../trips/sections.ts';

/** A company's plan for a departure that repeats. Days are local days, `YYYY-MM-DD`. */
export interface TimetablePlan extends Ends, Points, Road, SaleOpening {
  readonly busId: BusId;
  readonly fare: Paisa;
  /** The departure in local time, `HH:MM`. */
  readonly departs: string;
  readonly durationMinutes: number;
  /** The days of the week on which the bus departs, in order, without duplicates. */
  readonly days: readonly Weekday[];
  /** The first day on which the timetable may run. `validUntil` is the last day; null if it has no end. */
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** Days on which the timetable does not run, sorted, without duplicates. */
  readonly exceptDates: readonly string[];
}

/** The days for which a timetable's trips have been made, and those still to make. */
export interface Progress {
  /** The last day for which trips were made; null if none were made. */
  readonly generatedUntil: string | null;
  /** Days from today on for which the timetable's trip is missing or different, because the bus is on another trip. */
  readonly clashes: readonly string[];
  /** The next day on which trips may have to be made; null means never. */
  readonly dueOn: string | null;
}

export interface Timetable extends TimetablePlan, Progress {
  readonly id: TimetableId;
  readonly operatorId: OperatorId;
  readonly createdAt: Instant;
}

/** The key of a timetable's trip on a day. Keys are unique, so each trip is made once. */
export const keyOfTrip = (id: TimetableId, day: string): string => `${REPEATED}${id}@${day}`;

/** Whether the timetable has a departure on this day. */
export const runsOn = (
  { validFrom, validUntil, days, exceptDates }: Pick<Timetable, 'validFrom' | 'validUntil' | 'days' | 'exceptDates'>,
  day: string,
): boolean =>
  validFrom <= day &&
  (validUntil === null || day <= validUntil) &&
  days.includes(weekdayOf(day)) &&
  !exceptDates.includes(day);

/** The days from `first` to `last`, both inclusive. Empty if `last` is before `first`. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The last of `count` days of which today is the first. */
export const lastOf = (today: string, count: number): string => dayAfter(today, count - 1);

/**
 * The progress of a timetable whose trips were made until the day `lookedUntil`; null means that none were made.
 * `clashes` are the days on which the bus was on another trip.
 */
export function progressOf(
  { validFrom, validUntil }: Pick<Timetable, 'validFrom' | 'validUntil'>,
  lookedUntil: string | null,
  clashes: readonly string[],
  today: string,
): Progress {
  const last = lookedUntil !== null && validUntil !== null && validUntil < lookedUntil ? validUntil : lookedUntil;
  const generatedUntil = last === null || last < validFrom ? null : last;
  const ahead = clashes.filter((day) => day >= today).sort();
  const isOver = validUntil !== null && (validUntil < today || validUntil < validFrom);
  const isDone = isOver || (validUntil !== null && generatedUntil === validUntil);
  return { generatedUntil, clashes: ahead, dueOn: isDone && ahead.length === 0 ? null : dayAfter(today) };
}
