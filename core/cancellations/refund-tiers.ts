import { basisPoints, minus, NOTHING, share } from '../kernel/money.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import { hoursBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import { hasDeparted } from '../trips/trip.ts';

/** From `hours` before the departure on, up to the next tier, a cancellation costs `fee`. */
export interface RefundTier {
  readonly hours: number;
  readonly fee: BasisPoints;
}

/** What a cancellation costs, and why. */
export interface RefundQuote {
  readonly fee: Paisa;
  readonly refund: Paisa;
  /** A sentence for the passenger. */
  readonly tier: string;
}

const EVERYTHING = basisPoints(10_000);

/** Before a booking is paid there is nothing to charge or to give back. */
export const UNPAID_QUOTE: RefundQuote = { fee: NOTHING, refund: NOTHING, tier: 'No charge: this booking has not been paid for' };

/**
 * What cancelling a paid booking costs at `now`. The first tier whose hours are not above the hours that are left decides; whoever is later
 * than the last tier, or comes when the bus has left, gets nothing back. `tiers` are in descending order of hours.
 */
export function quoteRefund(total: Paisa, trip: { readonly departsAt: Instant }, now: Instant, tiers: readonly RefundTier[]): RefundQuote {
  const { rate, when } = hasDeparted(trip, now) ? { rate: EVERYTHING, when: 'after departure' } : reached(tiers, hoursBetween(now, trip.departsAt));
  const fee = share(total, rate);
  return { fee, refund: minus(total, fee), tier: `${decimal(rate / 100)}% fee: ${when}` };
}

function reached(tiers: readonly RefundTier[], hoursLeft: number): { readonly rate: BasisPoints; readonly when: string } {
  const index = tiers.findIndex(({ hours }) => hours <= hoursLeft);
  const tier = tiers[index];
  const above = tier ? tiers[index - 1] : tiers.at(-1);
  return { rate: tier?.fee ?? EVERYTHING, when: span(tier?.hours ?? 0, above?.hours) };
}

/** From so many hours on, and below so many where a tier lies above. */
function span(from: number, below: number | undefined): string {
  if (below === undefined) return from === 0 ? 'any time before departure' : `${hoursOf(from)} or more before departure`;
  return from === 0 ? `less than ${hoursOf(below)} before departure` : `${decimal(from)} to ${hoursOf(below)} before departure`;
}

const hoursOf = (hours: number): string => `${decimal(hours)} ${hours === 1 ? 'hour' : 'hours'}`;

const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 4, useGrouping: false });
const decimal = (value: number): string => decimals.format(value);
