import type { Instant } from '../kernel/time.ts';
import type { FreedSeat } from '../seats/ports.ts';
import { changesOfFreed, recordSeats } from '../seats/seat-events.ts';
import { offerChanged } from './offer-event.ts';
import { type WhyOver, tellOver } from './tell-waiting.ts';
import type { Wait } from './wait.ts';
import type { LineStores, LineTerms } from './world.ts';

/**
 * Ends a wait of a locked line, and its offer with it. The offered seats are free afterwards. `why` is the reason that
 * the person is told; undefined if the person knows already, or hears of it otherwise.
 */
export async function endWait(
  stores: LineStores,
  terms: LineTerms,
  wait: Wait,
  now: Instant,
  why?: WhyOver,
): Promise<void> {
  if (why) await tellOver(stores, terms, wait, why, now);
  await announceEnd(stores, wait, await stores.waits.end(wait, now), now);
}

/** Takes back the offer of a wait of a locked line. The person waits again, in the old place. */
export async function takeBackOffer(stores: LineStores, wait: Wait, now: Instant): Promise<void> {
  await announceEnd(stores, wait, await stores.waits.takeBack(wait, now), now);
}

async function announceEnd(stores: LineStores, wait: Wait, freed: readonly FreedSeat[], now: Instant): Promise<void> {
  await recordSeats(stores, wait.tripId, changesOfFreed(freed, 'LOCKED'), now);
  if (wait.offer) await stores.events.record(offerChanged(wait, wait.offer, 'ENDED'), now);
}
