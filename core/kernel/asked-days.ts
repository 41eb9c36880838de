import type { Calendar } from './calendar.ts';
import { invalidField } from './refusal.ts';
import { type Span, hoursBetween } from './time.ts';

/** The first and the last local day that a report covers, both inclusive. */
export interface AskedDays {
  readonly from: string;
  readonly to: string;
}

/**
 * The span of the days that somebody asks for.
 *
 * @throws Refusal if one is no day, if they are in the wrong order or if they are more than `most`
 */
export function askedDays({ from, to }: AskedDays, calendar: Calendar, most: number): Span {
  const [first, last] = [dayOf('from', from, calendar), dayOf('to', to, calendar)];
  if (last.start < first.start) throw invalidField('to', 'to must not be before from.');
  if (daysBetween(first, last) >= most) throw invalidField('to', `At most ${most} days can be asked for at once.`);
  return { start: first.start, end: last.end };
}

function dayOf(field: string, text: string, calendar: Calendar): Span {
  const day = calendar.day(text);
  if (!day) throw invalidField(field, `${field} must be a day as YYYY-MM-DD.`);
  return day;
}

/** The number of days between two days. Rounded, because a day can have 23 or 25 hours. */
const daysBetween = (first: Span, last: Span): number => Math.round(hoursBetween(first.start, last.start) / 24);
