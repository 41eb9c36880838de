import type { RefundTier } from '../companies/company.ts';
import { type Instant, minutesAfter, toIso } from '../kernel/time.ts';
import type { TermsOnRecord } from './booking-facts.ts';
import type { BookingOnRecord } from './ports.ts';

/** Minutes within which a sale may still have read the terms of before, or already the new ones. */
const APART_MINUTES = 1;

/**
 * Faults of a booking's commission rate and cancellation tiers: the company's own when the booking was made, or those
 * of the booking that it replaces. Rates and tiers of the platform are not on record: they are settings.
 */
export function termFaults(booking: BookingOnRecord): readonly string[] {
  const { oldBooking, terms, bookedAt, commissionRate, cancellationTiers, channel } = booking;
  if (oldBooking !== null)
    return [
      ...(oldBooking.commissionRate === commissionRate
        ? []
        : [
            `its commission is ${commissionRate / 100} %, and that of its old booking ${oldBooking.commissionRate / 100} %`,
          ]),
      ...(isSameTiers(oldBooking.cancellationTiers, cancellationTiers)
        ? []
        : ['its cancellation tiers are not those of its old booking']),
    ];
  const held = heldAround(terms, bookedAt);
  if (held.length === 0) return [];
  const rates = held.map((one) => one.commissionRate);
  // The platform has one rate for all sales at counters.
  const isRate = channel === 'COUNTER' || rates.some((rate) => rate === null || rate === commissionRate);
  const isTiers = held.some(
    (one) => one.cancellationTiers === null || isSameTiers(one.cancellationTiers, cancellationTiers),
  );
  const since = toIso(held.at(-1)?.since ?? bookedAt);
  return [
    ...(isRate
      ? []
      : [
          `its commission is ${commissionRate / 100} %, and its company’s since ${since} ${rates.map((rate) => (rate ?? 0) / 100).join(' or ')} %`,
        ]),
    ...(isTiers ? [] : [`its cancellation tiers are not those of its company since ${since}`]),
  ];
}

/** The terms that held at a moment, and those that began or ended just around it. */
function heldAround(terms: readonly TermsOnRecord[], at: Instant): readonly TermsOnRecord[] {
  const [from, until] = [minutesAfter(at, -APART_MINUTES), minutesAfter(at, APART_MINUTES)];
  return terms.filter(({ since }, index) => since <= until && (terms[index + 1]?.since ?? Infinity) > from);
}

const isSameTiers = (one: readonly RefundTier[] | null, other: readonly RefundTier[] | null): boolean =>
  JSON.stringify(one?.map(({ hours, fee }) => [hours, fee])) ===
  JSON.stringify(other?.map(({ hours, fee }) => [hours, fee]));
