import { expectedCash } from '../../../core/counter/shift.ts';
import type { ShiftId } from '../../../core/kernel/ids.ts';
import { fromRupees, minus, NOTHING } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { Draws } from './draws.ts';
import type { PastService } from './service.ts';
import type { Stage } from './stage.ts';
import { type Week, FIRST_DAY } from './week.ts';

const [OPENS, CLOSES] = ['05:30', '19:45'];
export const OPENING_CASH = fromRupees(2_000);
/** The evening on which cash is missing, because a passenger got too much change. */
const SHORT = { day: -4, by: fromRupees(50), note: 'Rs 50 short: a passenger got too much change.' };

/** Plans the clerk's shifts. A shift opens each morning and closes each evening. The newest shift stays open. */
export function shifts({ service, agenda, cast, week }: Stage, now: Instant): void {
  for (let day = FIRST_DAY; day <= 0; day += 1) {
    let shift: ShiftId | undefined;
    agenda.at(week.at(day, OPENS), async () => {
      shift = (await service.useCases.openShift(cast.clerk, OPENING_CASH)).id;
    });
    if (week.at(day + 1, OPENS) > now) continue;
    agenda.at(week.at(day, CLOSES), async () => {
      if (shift === undefined) return;
      const isShort = day === SHORT.day;
      await closeCounted(service, cast.clerk, shift, isShort ? SHORT : { by: NOTHING, note: null });
    });
  }
}

/** The moment at which the counter last opened: this morning, or yesterday morning. */
export function openingOf(week: Week, now: Instant): Instant {
  const today = week.at(0, OPENS);
  return today <= now ? today : week.at(-1, OPENS);
}

type Closing = Parameters<PastService['useCases']['closeShift']>[2];

/** Closes a shift. The counted cash is the expected cash minus `by`. */
export async function closeCounted(
  { useCases, views }: Pick<PastService, 'useCases' | 'views'>,
  clerk: Parameters<PastService['useCases']['closeShift']>[0],
  id: ShiftId,
  { by, note }: { readonly by: Closing['countedCash']; readonly note: string | null },
): Promise<void> {
  const shift = await views.shiftViews.find(id);
  if (shift) await useCases.closeShift(clerk, id, { countedCash: minus(expectedCash(shift), by), note });
}

/** The wanted time if the counter is open then. Otherwise an earlier time at which the counter is open. */
export function counterTime({ service: { calendar }, week }: Stage, wanted: Instant, draws: Draws): Instant {
  const day = calendar.date(wanted);
  const [opens, closes] = [OPENS, CLOSES].map((time) => calendar.at(day, time) ?? wanted) as [Instant, Instant];
  if (wanted > closes) return minutesAfter(closes, -draws.between(10, 300));
  if (wanted > minutesAfter(opens, 5)) return wanted;
  const afternoon = minutesAfter(opens, -draws.between(600, 900));
  return Math.max(afternoon, minutesAfter(week.at(FIRST_DAY, OPENS), 10)) as Instant;
}
