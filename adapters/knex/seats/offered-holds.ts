import type { TripId, WaitId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, fragment } from '../engine/sql.ts';

/** A hold, which may be an offer to somebody who waits. */
export interface OfferedRow {
  readonly wait_id: WaitId | null;
}

/** Condition on a hold: it is an offer to somebody who waits, which has not ended. */
export const isOffer = (now: Instant): Fragment =>
  fragment`(seat_locks.wait_id is not null and seat_locks.expires_at > ${now})`;

/** Reports the offers of which a person has booked or released seats. */
export function reportOffers(
  lineChanged: TransactionNeeds['lineChanged'],
  holds: readonly OfferedRow[],
  tripId: TripId,
  at: Instant,
): void {
  for (const waitId of new Set(holds.map(({ wait_id: wait }) => wait)))
    if (waitId !== null) lineChanged({ of: 'offer', waitId, tripId, at });
}
