import { type Booking, isClosed } from '../bookings/booking.ts';
import type { RefundTier } from '../companies/company.ts';
import { type BasisPoints, type Paisa, basisPoints, minus, NOTHING, share } from '../kernel/money.ts';
import { type Instant, hoursBetween, minutesBetween } from '../kernel/time.ts';
import { type Trip, hasDeparted } from '../trips/trip.ts';

/** The fee and the refund of a cancellation, and the reason for the fee. */
export interface RefundQuote {
  readonly fee: Paisa;
  readonly refund: Paisa;
  /** The tier that applies, as a sentence for the passenger. */
  readonly tier: string;
}

type TripAhead = Pick<Trip, 'status' | 'departsAt' | 'departedAt'>;

/** The rate of a fee that is the whole price. */
export const EVERYTHING = basisPoints(10_000);

/** The quote for an unpaid booking: no fee and no refund. */
const UNPAID_QUOTE: RefundQuote = {
  fee: NOTHING,
  refund: NOTHING,
  tier: 'No charge: this booking has not been paid for',
};

/** A quote without a fee. `reason` completes the sentence `No charge: …`. */
export const freeOfCharge = ({ status, total }: Pick<Booking, 'status' | 'total'>, reason: string): RefundQuote =>
  status === 'PENDING_PAYMENT' ? UNPAID_QUOTE : { fee: NOTHING, refund: total, tier: `No charge: ${reason}` };

/** Reduces the refund of a quote to at most `left`, so that all refunds together never exceed the payments. */
export const atMost = (quote: RefundQuote, left: Paisa): RefundQuote => ({
  ...quote,
  refund: quote.refund < left ? quote.refund : left,
});

type Quoted = Pick<Booking, 'status' | 'total' | 'cancellationTiers' | 'bookedFor' | 'leastFee'>;

/** The fields of a trip, as it is now, on which a quote depends. */
type QuotedTrip = TripAhead & { readonly bus: Pick<Trip['bus'], 'type'> };

/**
 * Quotes the cancellation of a booking at `now`, by the tiers that were stored with the booking. `platform` has the
 * tiers for bookings without stored tiers. Until departure, cancelling is free if the departure or the type of bus has
 * changed since the booking was made.
 */
export function quoteFor(
  booking: Quoted,
  trip: QuotedTrip,
  now: Instant,
  platform: readonly RefundTier[],
): RefundQuote {
  if (booking.status === 'PENDING_PAYMENT') return UNPAID_QUOTE;
  return quoteAt(booking.total, rateFor(booking, trip, now, platform));
}

/** The rate of the fee for cancelling a paid booking at `now`. */
export const cancellationRate = (
  booking: Quoted,
  trip: QuotedTrip,
  now: Instant,
  platform: readonly RefundTier[],
): BasisPoints => rateFor(booking, trip, now, platform).rate;

function rateFor(booking: Quoted, trip: QuotedTrip, now: Instant, platform: readonly RefundTier[]): Rate {
  const { cancellationTiers, leastFee } = booking;
  const change = changeOf(booking, trip);
  if (change !== undefined && !hasDeparted(trip, now)) return { rate: basisPoints(0), why: change };
  const byTiers = rateOf(trip, now, cancellationTiers ?? platform);
  if (trip.status === 'CANCELLED' || byTiers.rate >= leastFee) return byTiers;
  return { rate: leastFee, why: 'cancelling cost as much when the booking was changed' };
}

/**
 * The reason why passengers may cancel free of charge: the company changed the departure or the bus. Undefined if they
 * may not.
 */
function changeOf(booking: Quoted, trip: QuotedTrip): string | undefined {
  if (isPutOff(booking, trip)) return 'the bus company has changed the departure by 30 minutes or more';
  return isOnAnotherType(booking, trip) ? 'the bus company has put another type of bus on this trip' : undefined;
}

/** Passengers may cancel free of charge if the present departure differs from the booked one by this many minutes. */
const PUT_OFF_MINUTES = 30;

/** Whether the present departure differs so much from the booked one that cancelling is free. */
const isPutOff = ({ bookedFor }: Pick<Booking, 'bookedFor'>, { departsAt }: Pick<Trip, 'departsAt'>): boolean =>
  bookedFor !== null && Math.abs(minutesBetween(bookedFor.departsAt, departsAt)) >= PUT_OFF_MINUTES;

/** Whether the present bus has another type than the booked bus. Then cancelling is free. */
const isOnAnotherType = (
  { bookedFor }: Pick<Booking, 'bookedFor'>,
  { bus: { type } }: { readonly bus: Pick<Trip['bus'], 'type'> },
): boolean => bookedFor !== null && bookedFor.busType.toUpperCase() !== type.toUpperCase();

/** Whether the company has changed the booked trip so much that cancelling is free until the bus leaves. */
export const isFreeToCancel = (
  booking: Pick<Booking, 'bookedFor'>,
  trip: Pick<Trip, 'departsAt'> & { readonly bus: Pick<Trip['bus'], 'type'> },
): boolean => isPutOff(booking, trip) || isOnAnotherType(booking, trip);

/**
 * The rate below which the fee for cancelling a booking never falls, because of an earlier change. Zero for a booking
 * without a change, while cancelling is free, and for a closed booking. Cancelling an unpaid booking is free.
 */
export const leastRate = (
  booking: Pick<Booking, 'bookedFor' | 'leastFee' | 'status'>,
  trip: Pick<Trip, 'departsAt' | 'status'> & { readonly bus: Pick<Trip['bus'], 'type'> },
): BasisPoints => {
  const isUnpaid = booking.status === 'PENDING_PAYMENT';
  const isFree = isUnpaid || isClosed(booking.status) || trip.status === 'CANCELLED' || isFreeToCancel(booking, trip);
  return isFree ? basisPoints(0) : booking.leastFee;
};

/**
 * Quotes the cancellation of a paid booking at `now`. `tiers` are in descending order of hours. The first tier applies
 * whose hours are at most the hours until departure. If no tier applies, or the bus has left, the fee is the whole
 * price. If the company has cancelled the trip, there is never a fee.
 */
export function quoteRefund(total: Paisa, trip: TripAhead, now: Instant, tiers: readonly RefundTier[]): RefundQuote {
  return quoteAt(total, rateOf(trip, now, tiers));
}

function quoteAt(total: Paisa, { rate, why }: Rate): RefundQuote {
  const fee = share(total, rate);
  return { fee, refund: minus(total, fee), tier: `${decimal(rate / 100)}% fee: ${why}` };
}

interface Rate {
  readonly rate: BasisPoints;
  readonly why: string;
}

function rateOf(trip: TripAhead, now: Instant, tiers: readonly RefundTier[]): Rate {
  if (trip.status === 'CANCELLED') return { rate: basisPoints(0), why: 'the bus company cancelled this trip' };
  if (hasDeparted(trip, now)) return { rate: EVERYTHING, why: 'after departure' };
  return tierRate(tiers, hoursBetween(now, trip.departsAt));
}

function tierRate(tiers: readonly RefundTier[], hoursLeft: number): Rate {
  const index = tiers.findIndex(({ hours }) => hours <= hoursLeft);
  const tier = tiers[index];
  const above = tier ? tiers[index - 1] : tiers.at(-1);
  return { rate: tier?.fee ?? EVERYTHING, why: span(tier?.hours ?? 0, above?.hours) };
}

/**
 * The hours before departure for which a tier applies, in words. A tier applies from `from` hours on, and below `below`
 * hours if there is a higher tier.
 */
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
