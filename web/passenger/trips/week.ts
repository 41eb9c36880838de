import { dayAfter, today } from '../../parts/moment.ts';

const STRIP_DAYS = 7;

/** Seven days with `day` in the middle. The first day is today if `day` is less than three days away or past. */
export function weekAround(day: string, now = today()): readonly string[] {
  const middle = dayAfter(day, -3);
  const first = middle > now ? middle : now;
  return Array.from({ length: STRIP_DAYS }, (_, count) => dayAfter(first, count));
}
