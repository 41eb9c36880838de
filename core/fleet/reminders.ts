import { dayAfter } from '../kernel/calendar.ts';
import type { BusDocument } from './documents.ts';

/** Reminders are sent this many days before a document expires. Sorted from the last reminder to the first. */
const DAYS_BEFORE = [1, 7, 30] as const;

/** The state of a document's reminders. */
export interface ReminderState {
  /** The last reminder that was sent, as its number of days before the document expires; null if none was sent. */
  readonly reminded: number | null;
  /** The local day on which a job next checks whether a reminder is due; null if no check is needed. */
  readonly remindOn: string | null;
}

/** The result of checking whether a reminder is due. */
export interface Reminder extends ReminderState {
  readonly isDue: boolean;
}

/** The day of the first check for reminders; null if the document needs none. */
export const firstReminder = ({ status, validUntil }: Pick<BusDocument, 'status' | 'validUntil'>): string | null =>
  status === 'VERIFIED' && validUntil !== null ? dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) : null;

/** Whether a document expires so soon that reminders of it may have been sent. `validUntil` is its last valid day. */
export const endsSoon = (validUntil: string, today: string): boolean =>
  dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) <= today;

/**
 * Checks whether a reminder is due. Each reminder is sent once. If several reminders were missed, only the last is
 * sent. If another document follows this one (`isEnding` is false), checks again the next day, because that document
 * may be rejected.
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
