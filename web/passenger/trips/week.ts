import { dayAfter, today } from '../../parts/moment.ts';

const STRIP_DAYS = 7;

/** Seven days with `day` in the middle. They start today if `day` is less than three days away. */
export function weekAround(day: string, now = today()): readonly string[] {
  const middle = dayAfter(day, -3);
  const first = middle > now ? middle : now;
  return Array.from({ length: STRIP_DAYS }, (_, count) => dayAfter(first, count));
}
