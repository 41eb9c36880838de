import { type Weekday, dayAfter, weekdayOf } from '../kernel/calendar.ts';
import type { BusId, OperatorId, TimetableId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type Ends, REPEATED } from '../trips/planned-trips.ts';
import type { Points } from '../trips/points.ts';

/** A company's plan of a departure that repeats. Days are local ones, `YYYY-MM-DD`. */
export interface TimetablePlan extends Ends, Points {
  readonly busId: BusId;
  readonly fare: Paisa;
  /** Local time, `HH:MM`. */
  readonly departs: string;
  readonly durationMinutes: number;
  /** Ordered as in the week, each once. */
  readonly days: readonly Weekday[];
  /** The first day, and the last if there is one. */
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** Days on which it does not run, in order, each once. */
  readonly exceptDates: readonly string[];
}

/** How far the trips of a timetable have been made. */
export interface Progress {
  /** The last day looked at; null before the first. */
  readonly generatedUntil: string | null;
  /** Days from the present one on, without a trip as the timetable has it because the bus is elsewhere. */
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

/** Whether a bus leaves on a day, as far as the timetable goes. */
export const runsOn = (
  { validFrom, validUntil, days, exceptDates }: Pick<Timetable, 'validFrom' | 'validUntil' | 'days' | 'exceptDates'>,
  day: string,
): boolean =>
  validFrom <= day &&
  (validUntil === null || day <= validUntil) &&
  days.includes(weekdayOf(day)) &&
  !exceptDates.includes(day);

/** The days from one to another, both included; none if the second is before the first. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The last of `count` days, of which the first is today. */
export const lastOf = (today: string, count: number): string => dayAfter(today, count - 1);

/** The progress of a timetable on the day `today`: it was looked at up to a day (null: never), with these clashes. */
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
