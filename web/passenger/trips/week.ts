import { dayAfter, today } from '../../parts/moment.ts';

const STRIP_DAYS = 7;

/** A week with the day in the middle, without past days. */
export function weekAround(day: string, now = today()): readonly string[] {
  const middle = dayAfter(day, -3);
  const first = middle > now ? middle : now;
  return Array.from({ length: STRIP_DAYS }, (_, count) => dayAfter(first, count));
}
