import type { Booking } from '../bookings/booking.ts';
import type { RefundTier } from '../companies/cancellation-tiers.ts';
import { basisPoints, minus, NOTHING, share } from '../kernel/money.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import { hoursBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { Trip } from '../trips/trip.ts';

/** What a cancellation costs, and why. */
export interface RefundQuote {
  readonly fee: Paisa;
  readonly refund: Paisa;
  /** A sentence for the passenger. */
  readonly tier: string;
}

type TripAhead = Pick<Trip, 'status' | 'departsAt'>;

const EVERYTHING = basisPoints(10_000);

/** Before a booking is paid there is nothing to charge or to refund. */
export const UNPAID_QUOTE: RefundQuote = {
  fee: NOTHING,
  refund: NOTHING,
  tier: 'No charge: this booking has not been paid for',
};

type Quoted = Pick<Booking, 'status' | 'total' | 'cancellationTiers'>;

/** What cancelling a booking costs at `now`, under the tiers that it was made under. `platform`: see Booking. */
export const quoteFor = (
  { status, total, cancellationTiers }: Quoted,
  trip: TripAhead,
  now: Instant,
  platform: readonly RefundTier[],
): RefundQuote =>
  status === 'PENDING_PAYMENT' ? UNPAID_QUOTE : quoteRefund(total, trip, now, cancellationTiers ?? platform);

/**
 * What cancelling a paid booking costs at `now`: the fee of the first tier whose hours are not above the hours left.
 * After the last tier, and once the bus has left, there is no refund. If the bus company has cancelled the trip,
 * cancelling is free. `tiers` are in descending order of hours.
 */
export function quoteRefund(total: Paisa, trip: TripAhead, now: Instant, tiers: readonly RefundTier[]): RefundQuote {
  const { rate, why } = rateOf(trip, now, tiers);
  const fee = share(total, rate);
  return { fee, refund: minus(total, fee), tier: `${decimal(rate / 100)}% fee: ${why}` };
}

interface Rate {
  readonly rate: BasisPoints;
  readonly why: string;
}

function rateOf(trip: TripAhead, now: Instant, tiers: readonly RefundTier[]): Rate {
  if (hasDeparted(trip, now)) return { rate: EVERYTHING, why: 'after departure' };
  if (trip.status === 'CANCELLED') return { rate: basisPoints(0), why: 'the bus company cancelled this trip' };
  return tierRate(tiers, hoursBetween(now, trip.departsAt));
}

function tierRate(tiers: readonly RefundTier[], hoursLeft: number): Rate {
  const index = tiers.findIndex(({ hours }) => hours <= hoursLeft);
  const tier = tiers[index];
  const above = tier ? tiers[index - 1] : tiers.at(-1);
  return { rate: tier?.fee ?? EVERYTHING, why: span(tier?.hours ?? 0, above?.hours) };
}

/** The hours that a tier covers, in words: from `from`, and below `below` if there is a tier above it. */
function span(from: number, below: number | undefined): string {
  if (below === undefined)
    return from === 0 ? 'any time before departure' : `${hoursOf(from)} or more before departure`;
  return from === 0
    ? `less than ${hoursOf(below)} before departure`
    : `${decimal(from)} to ${hoursOf(below)} before departure`;
}

const hoursOf = (hours: number): string => `${decimal(hours)} ${hours === 1 ? 'hour' : 'hours'}`;

const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 4, useGrouping: false });
const decimal = (value: number): string => decimals.format(value);
