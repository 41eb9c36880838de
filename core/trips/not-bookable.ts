import type { Instant } from '../kernel/time.ts';
import { type Trip, hasDeparted } from './trip.ts';

/** Reasons why a trip is not on sale. If several apply, the first one in this list is reported. */
export const NOT_BOOKABLE_REASONS = [
  'TRIP_CANCELLED',
  'DEPARTED',
  'BUS_NOT_APPROVED',
  'BUS_INACTIVE',
  'PAPERS_MISSING',
  'COMPANY_SUSPENDED',
] as const;
export type NotBookable = (typeof NOT_BOOKABLE_REASONS)[number];

/** The facts that decide whether a trip can be sold. */
export interface Sellable extends Pick<Trip, 'status' | 'departsAt' | 'departedAt' | 'papersOk'> {
  readonly bus: Pick<Trip['bus'], 'approvalStatus' | 'status'>;
  readonly company: Pick<Trip['company'], 'status'>;
}

/**
 * The reason why nobody can book the trip at `now`; null when it is on sale. Does not check the minimum time between
 * booking and departure.
 */
export function notBookableReason(trip: Sellable, now: Instant): NotBookable | null {
  const reason = notSoldReason(trip);
  return reason !== 'TRIP_CANCELLED' && hasDeparted(trip, now) ? 'DEPARTED' : reason;
}

/**
 * The reason why no counter can sell the trip; null if counters can sell it. Ignores the departure, because a counter
 * sells seats until the bus arrives.
 */
export function notSoldReason({ status, bus, papersOk, company }: Sellable): Exclude<NotBookable, 'DEPARTED'> | null {
  if (status === 'CANCELLED') return 'TRIP_CANCELLED';
  if (bus.approvalStatus !== 'APPROVED') return 'BUS_NOT_APPROVED';
  if (bus.status !== 'ACTIVE') return 'BUS_INACTIVE';
  if (!papersOk) return 'PAPERS_MISSING';
  return company.status === 'ACTIVE' ? null : 'COMPANY_SUSPENDED';
}
