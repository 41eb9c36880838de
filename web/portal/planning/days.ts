import { dayAfter } from '../../parts/moment.ts';
import type { Schemas } from '../../api/operations.ts';

export type Weekday = Schemas['Timetable']['days'][number];

/** The Nepalese week: Sunday to Saturday. */
export const WEEK: readonly Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The days on which a bus travels. Days are texts such as `2026-11-21`; an empty `validUntil` means no end. */
export interface Repeating {
  readonly days: readonly Weekday[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly exceptDates: readonly string[];
}

const indexOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const weekdayOfDay = (day: string): Weekday => WEEK[indexOf(day)]!;

/** Whether a day is on one of the timetable's weekdays and within its period. Ignores exceptions. */
export const isInTimetable = ({ days, validFrom, validUntil }: Repeating, day: string): boolean =>
  validFrom !== '' && validFrom <= day && (validUntil === '' || day <= validUntil) && days.includes(weekdayOfDay(day));

export const goesOn = (repeating: Repeating, day: string): boolean =>
  isInTimetable(repeating, day) && !repeating.exceptDates.includes(day);

/** Returns `count` whole weeks from Sunday to Saturday. The first week contains `day`. */
export function weeksFrom(day: string, count: number): readonly (readonly string[])[] {
  const sunday = dayAfter(day, -indexOf(day));
  return Array.from({ length: count }, (_, week) => WEEK.map((_name, index) => dayAfter(sunday, week * 7 + index)));
}

/** Adds a day to the exceptions, or removes the day if the exceptions contain it. The result is sorted. */
export const toggled = (exceptDates: readonly string[], day: string): readonly string[] =>
  exceptDates.includes(day) ? exceptDates.filter((one) => one !== day) : [...exceptDates, day].sort();
