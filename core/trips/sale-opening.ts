import type { Calendar } from '../kernel/calendar.ts';
import type { Fault } from '../kernel/refusal.ts';
import { type Instant, daysAfter, minutesAfter } from '../kernel/time.ts';
import { notOnSale } from './refusals.ts';

/** The moment from which on a trip is on sale. */
export interface SaleOpening {
  /** Null for a trip that has been on sale since it was made. */
  readonly saleOpensAt: Instant | null;
}

/** The opening of a trip's sale, and whether the rush that follows it is over. */
export interface OpeningSale extends SaleOpening {
  /** True once the trip's door is CLEAR, and for a trip without a moment. */
  readonly isDoorClear: boolean;
}

export const hasSaleOpened = ({ saleOpensAt }: SaleOpening, now: Instant): boolean =>
  saleOpensAt === null || saleOpensAt <= now;

/**
 * Judges a request's pass for a trip, as the request's transaction reads the trip. Throws if the trip's rush lasts and
 * the pass is not good for it.
 */
export type JudgePass = (trip: OpeningSale, now: Instant) => void;

interface Buyer {
  readonly isAgent?: boolean | undefined;
  /** Undefined for requests that need no pass. */
  readonly judgePass?: JudgePass | undefined;
}

/**
 * Refuses a sale before the trip's moment, and during the rush that follows it without a pass. Called right after the
 * check of the departure. Agents sell nothing until the rush is over.
 *
 * @throws Refusal NOT_ON_SALE, or the refusal of the pass
 */
export function refuseBeforeSale(trip: OpeningSale, now: Instant, { isAgent = false, judgePass }: Buyer = {}): void {
  const { saleOpensAt, isDoorClear } = trip;
  const isOpen = isAgent ? isDoorClear : hasSaleOpened(trip, now);
  if (saleOpensAt !== null && !isOpen) throw notOnSale(saleOpensAt);
  judgePass?.(trip, now);
}

const MOST_DAYS_AHEAD = 60;
const FIELD = 'sale_opens_at';

/** The values that a moment of opening is checked against. */
export interface OpeningBounds {
  readonly calendar: Calendar;
  readonly now: Instant;
  /** Sales open only at whole multiples of these minutes after the local midnight. */
  readonly stepMinutes: number;
  /** The departure that the moment must precede. Undefined if there is none. */
  readonly departsAt: Instant | undefined;
}

/** Faults of the moment at which a sale is to open, by the API's field name. */
export function openingFaults(
  opensAt: Instant | null,
  { calendar, now, stepMinutes, departsAt }: OpeningBounds,
): readonly Fault[] {
  if (opensAt === null) return [];
  const midnight = calendar.day(calendar.date(opensAt))?.start ?? opensAt;
  const step = minutesAfter(midnight, stepMinutes) - midnight;
  const messages = [
    ...((opensAt - midnight) % step === 0 ? [] : [`must be a multiple of ${stepMinutes} minutes after midnight`]),
    ...(opensAt > now ? [] : ['must be in the future']),
    ...(opensAt <= daysAfter(now, MOST_DAYS_AHEAD) ? [] : [`must be within ${MOST_DAYS_AHEAD} days`]),
    ...(departsAt === undefined || opensAt < departsAt ? [] : ['must be before the departure']),
  ];
  return messages.slice(0, 1).map((message) => ({ field: FIELD, message }));
}
