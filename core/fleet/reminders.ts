import { dayAfter } from '../kernel/calendar.ts';
import type { BusDocument } from './documents.ts';

/** Reminders are sent this many days before papers expire. The reminder closest to the end comes first. */
const DAYS_BEFORE = [1, 7, 30] as const;

/** The state of a document's reminders. */
export interface ReminderState {
  /** The last reminder that was sent, in days before the end; null if none was. */
  readonly reminded: number | null;
  /** The local day of the next check; null for never. */
  readonly remindOn: string | null;
}

/** The result of checking whether a reminder is due. */
export interface Reminder extends ReminderState {
  readonly isDue: boolean;
}

/** The day of the first check; null if the document needs none. */
export const firstReminder = ({ status, validUntil }: Pick<BusDocument, 'status' | 'validUntil'>): string | null =>
  status === 'VERIFIED' && validUntil !== null ? dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) : null;

/** Whether a document valid until a day is so near its end that reminders have begun. */
export const endsSoon = (validUntil: string, today: string): boolean =>
  dayAfter(validUntil, -Math.max(...DAYS_BEFORE)) <= today;

/**
 * Sends each reminder once. Of missed reminders only the last is sent. A document with a successor is checked again the
 * next day, because the successor may be rejected.
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
