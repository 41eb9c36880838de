import { lostEvents, type LossReader } from '../core/audit/losses.ts';
import { type Clock, daysAfter, toIso } from '../core/kernel/time.ts';
import type { Log } from './log.ts';
import { readPublished } from './published-events.ts';

/** Days for which the database keeps published events, less one for clocks and slow deletion. */
const KEPT_DAYS = 6;

/**
 * Warns at the start if the database lacks events that were published: it is older than they are. Compares all of them,
 * because no process restarts at a failover, and what was published since is newer than what was lost.
 */
export async function warnOfLoss(
  dataDir: string,
  { auditReader, clock }: { readonly auditReader: Pick<LossReader, 'recordedEvents'>; readonly clock: Clock },
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const since = daysAfter(clock(), -KEPT_DAYS);
  const published = (await readPublished(dataDir)).filter(({ at }) => at >= since);
  const lost = await lostEvents(auditReader, published);
  const [first] = lost;
  if (!first) return;
  const moment = toIso(first.at);
  log.warn(
    { events: lost.length },
    `the database has lost changes since ${moment}: \`npm run check -- --since ${moment}\` lists them`,
  );
}
