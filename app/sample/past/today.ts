import { NOTHING } from '../../../core/kernel/money.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { agendaOf } from './agenda.ts';
import type { Setting } from './add-past.ts';
import { CLERK, memberOf } from './cast.ts';
import { closeCounted, OPENING_CASH, openingOf } from './counter.ts';
import { departuresOf } from './departures.ts';
import { drawsOf } from './draws.ts';
import { isOfClerk } from './journeys.ts';
import { sellAtCounter } from './sales.ts';

/** The number of buyers who come to the counter. */
const BUYERS = 6;

/**
 * Closes the clerk's last shift, opens a new one, and sells a few seats for today and tomorrow. Does nothing if today's
 * shift exists already.
 */
export async function addToday({ service, week, file, tripIds, now }: Setting): Promise<readonly Refusal[]> {
  const seller = await memberOf(service, CLERK);
  if (!seller) return [];
  const shifts = await service.views.shiftViews.list({ ...seller }, { limit: 1 });
  const [last] = shifts.rows;
  if (last && last.openedAt >= openingOf(week, now)) return [];

  const agenda = agendaOf(service.turnTo);
  if (last?.closedAt === null)
    agenda.at(now, () => closeCounted(service, seller, last.id, { by: NOTHING, note: null }));
  agenda.at(now, () => service.useCases.openShift(seller, OPENING_CASH));
  const draws = drawsOf(week.day(0));
  const ahead = departuresOf(file, tripIds, week).filter(
    ({ day, departsAt, ...trip }) => departsAt > now && day <= 1 && isOfClerk(trip),
  );
  for (let buyer = 0; buyer < BUYERS && ahead.length > 0; buyer += 1)
    sellAtCounter({ service, agenda }, draws.pick(ahead), {
      seller,
      count: draws.between(1, 3),
      at: now,
      paidBy: draws.chance(0.7) ? 'CASH' : 'QR',
    });
  return agenda.play(now);
}
