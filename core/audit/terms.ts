import type { RefundTier } from '../companies/company.ts';
import type { BasisPoints } from '../kernel/money.ts';
import { type Instant, minutesAfter, toIso } from '../kernel/time.ts';
import type { PlatformTermsOnRecord, TermsOnRecord } from './booking-facts.ts';
import type { BookingOnRecord } from './ports.ts';

/** Minutes within which a sale may still have read the terms of before, or already the new ones. */
const APART_MINUTES = 1;
/** The settings of the platform change while processes are exchanged: an earlier one may sell on for so long. */
const PROCESS_MINUTES = 24 * 60;

/** A rate or tiers that a booking may have: when they began to hold, and for whom. */
interface Held<Value> {
  readonly value: Value;
  readonly since: Instant;
  readonly of: 'its company' | 'the platform';
}

/**
 * Faults of a booking's commission rate and cancellation tiers. They are the company's own when the booking was made,
 * else the platform's settings of that day, or those of the booking that it replaces.
 */
export function termFaults(booking: BookingOnRecord): readonly string[] {
  const { oldBooking, commissionRate, cancellationTiers } = booking;
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
  const [rates, tiers] = [ratesOf(booking), tiersOf(booking)];
  return [
    ...(rates === undefined || rates.some(({ value }) => value === commissionRate)
      ? []
      : [
          `its commission is ${commissionRate / 100} %, and that of ${shown(rates)} ${[...new Set(rates.map(({ value }) => value / 100))].join(' or ')} %`,
        ]),
    ...(tiers === undefined || tiers.some(({ value }) => isSameTiers(value, cancellationTiers))
      ? []
      : [`its cancellation tiers are not those of ${shown(tiers)}`]),
  ];
}

/** The newest of the terms, such as `the platform since 2026-11-28T…`. */
function shown(terms: readonly Held<unknown>[]): string {
  const last = terms.at(-1);
  return last ? `${last.of} since ${toIso(last.since)}` : 'anybody';
}

/** The rates that a booking may have. Undefined if they are not on record. */
function ratesOf({
  channel,
  bookedAt,
  terms,
  platformTerms,
}: BookingOnRecord): readonly Held<BasisPoints>[] | undefined {
  const platform = platformAround(platformTerms, bookedAt);
  if (channel === 'COUNTER') return platform && ofPlatform(platform, (one) => one.counterCommissionRate);
  return heldBy(
    companyAround(terms, bookedAt),
    (one) => one.commissionRate,
    platform && ofPlatform(platform, (one) => one.commissionRate),
  );
}

/** The cancellation tiers that a booking may have. Undefined if they are not on record. */
function tiersOf({
  bookedAt,
  terms,
  platformTerms,
}: BookingOnRecord): readonly Held<readonly RefundTier[]>[] | undefined {
  const platform = platformAround(platformTerms, bookedAt);
  return heldBy(
    companyAround(terms, bookedAt),
    (one) => one.cancellationTiers,
    platform && ofPlatform(platform, (one) => one.cancellationTiers),
  );
}

/** The company's own values, and the platform's where the company has none. */
function heldBy<Value>(
  company: readonly TermsOnRecord[] | undefined,
  own: (terms: TermsOnRecord) => Value | null,
  platform: readonly Held<Value>[] | undefined,
): readonly Held<Value>[] | undefined {
  if (company === undefined) return undefined;
  const held = company.map((terms) => ({ value: own(terms), since: terms.since }));
  if (held.some(({ value }) => value === null) && platform === undefined) return undefined;
  return held.flatMap(({ value, since }) =>
    value === null ? (platform ?? []) : [{ value, since, of: 'its company' as const }],
  );
}

const ofPlatform = <Value>(
  platform: readonly PlatformTermsOnRecord[],
  valueOf: (terms: PlatformTermsOnRecord) => Value,
): readonly Held<Value>[] =>
  platform.map((terms) => ({ value: valueOf(terms), since: terms.since, of: 'the platform' as const }));

/** The company's terms at a moment, and those that began or ended just around it. Undefined before the first terms. */
const companyAround = (terms: readonly TermsOnRecord[], at: Instant): readonly TermsOnRecord[] | undefined =>
  heldAround(terms, minutesAfter(at, -APART_MINUTES), minutesAfter(at, APART_MINUTES));

/** The platform's terms with which some process may have sold at a moment. Undefined before the first terms. */
const platformAround = (
  terms: readonly PlatformTermsOnRecord[],
  at: Instant,
): readonly PlatformTermsOnRecord[] | undefined =>
  terms.some(({ since }) => since <= at)
    ? heldAround(terms, minutesAfter(at, -PROCESS_MINUTES), minutesAfter(at, APART_MINUTES))
    : undefined;

function heldAround<Terms extends { readonly since: Instant }>(
  terms: readonly Terms[],
  from: Instant,
  until: Instant,
): readonly Terms[] | undefined {
  const held = terms.filter(({ since }, index) => since <= until && (terms[index + 1]?.since ?? Infinity) > from);
  return held.length > 0 ? held : undefined;
}

const isSameTiers = (one: readonly RefundTier[] | null, other: readonly RefundTier[] | null): boolean =>
  JSON.stringify(one?.map(({ hours, fee }) => [hours, fee])) ===
  JSON.stringify(other?.map(({ hours, fee }) => [hours, fee]));
