import type { Instant } from '../kernel/time.ts';
import { earned } from '../ledger/entries.ts';
import type { BookedMoney } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ports.ts';
import type { BookingRepo } from './ports.ts';

export interface EarningStores {
  readonly bookings: Pick<BookingRepo, 'earn'>;
  readonly ledger: Ledger;
}

/** Shares what was paid for bookings between company and platform, once their trips have departed. They are locked. */
export async function earn(stores: EarningStores, departed: readonly BookedMoney[], now: Instant): Promise<void> {
  if (departed.length === 0) return;
  const ids = departed.map(({ id }) => id);
  if ((await stores.bookings.earn(ids, now)) !== ids.length)
    throw new Error(`Bookings ${ids.join(', ')} were changed while they were locked.`);
  await stores.ledger.record(departed.flatMap(earned), now);
}
