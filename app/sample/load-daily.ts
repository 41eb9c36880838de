import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Job } from '../scheduler.ts';

const EVERY_MINUTE = '* * * * *';

/**
 * A job that loads the sample anew on each local day, so that a demo that runs for weeks has trips to sell. The sample
 * was loaded when the job is made.
 */
export function loadDaily(
  { timeZone }: { readonly timeZone: string },
  clock: Clock,
  load: () => Promise<unknown>,
): Job {
  const calendar = calendarOf(timeZone);
  let loaded = calendar.date(clock());
  return {
    name: 'load the sample of a new day',
    pattern: EVERY_MINUTE,
    async run() {
      const today = calendar.date(clock());
      if (today === loaded) return 0;
      await load();
      loaded = today;
      return 1;
    },
  };
}
