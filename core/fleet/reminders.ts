import { dayAfter } from '../kernel/calendar.ts';
import type { BusDocument } from './documents.ts';

/** How many days before its papers run out a company is reminded of it, the last reminder first. */
const DAYS_BEFORE = [1, 7, 30] as const;

/** How far the reminders of a document have come. */
export interface ReminderState {
  /** Of so many days before its end a reminder was sent last; null if none was. */
  readonly reminded: number | null;
  /** The local day on which to look whether one is due; null for never. */
  readonly remindOn: string | null;
}

/** What is to be done about a document on the day on which it is looked at. */
export interface Reminder extends ReminderState {
  readonly isDue: boolean;
}

/** The first day on which a document may have to be reminded of; null if there is none. */
export const firstReminder = ({ status, validUntil }: Pick<BusDocument, 'status' | 'validUntil'>): string | null =>
  status === 'VERIFIED' && validUntil !== null ? dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) : null;

/** Whether its company has been told, or would have been, that something valid until then runs out. */
export const endsSoon = (validUntil: string, today: string): boolean =>
  dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) <= today;

/**
 * Each reminder is sent once; of those whose day has passed only the nearest to the end. A document that something
 * follows is looked at again the next day: what follows may be rejected.
 */
export function reminderOf(
  { validUntil, reminded }: Pick<BusDocument, 'validUntil'> & Pick<ReminderState, 'reminded'>,
  isEnding: boolean,
  today: string,
): Reminder {
  if (validUntil === null || validUntil < today) return { isDue: false, reminded, remindOn: null };
  if (!isEnding) return { isDue: false, reminded, remindOn: dayAfter(today) };
  const index = DAYS_BEFORE.findIndex((days) => dayAfter(validUntil, -days) <= today);
  const [nearest, next] = [DAYS_BEFORE[index], (index < 0 ? DAYS_BEFORE : DAYS_BEFORE.slice(0, index)).at(-1)];
  const isDue = nearest !== undefined && (reminded === null || reminded > nearest);
  return {
    isDue,
    reminded: isDue ? nearest : reminded,
    remindOn: next === undefined ? null : dayAfter(validUntil, -next),
  };
}
