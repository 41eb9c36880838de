import type { Instant } from '../kernel/time.ts';
import { hasSaleOpened } from './sale-opening.ts';
import { type Trip, hasDeparted } from './trip.ts';

/** Reasons why a trip is not on sale. If several apply, the first one in this list is reported. */
export const NOT_BOOKABLE_REASONS = [
  'TRIP_CANCELLED',
  'DEPARTED',
  'BUS_NOT_APPROVED',
  'BUS_INACTIVE',
  'PAPERS_MISSING',
  'COMPANY_SUSPENDED',
  'NOT_ON_SALE',
] as const;
export type NotBookable = (typeof NOT_BOOKABLE_REASONS)[number];

/** The facts that decide whether a trip can be sold. */
export interface Sellable extends Pick<Trip, 'status' | 'departsAt' | 'departedAt' | 'papersOk' | 'saleOpensAt'> {
  readonly bus: Pick<Trip['bus'], 'approvalStatus' | 'status'>;
  readonly company: Pick<Trip['company'], 'status'>;
}

/**
 * The reason why nobody can book the trip at `now`; null when it is on sale. Does not check the minimum time between
 * booking and departure.
 */
export function notBookableReason(trip: Sellable, now: Instant): NotBookable | null {
  const reason = notSoldReason(trip);
  if (reason !== 'TRIP_CANCELLED' && hasDeparted(trip, now)) return 'DEPARTED';
  return reason ?? (hasSaleOpened(trip, now) ? null : 'NOT_ON_SALE');
}

/**
 * The reason why no counter can sell the trip; null if counters can sell it. Ignores the departure, because a counter
 * sells seats until the bus arrives. Ignores the moment at which the sale opens, which has a refusal of its own.
 */
export function notSoldReason({
  status,
  bus,
  papersOk,
  company,
}: Omit<Sellable, 'saleOpensAt'>): Exclude<NotBookable, 'DEPARTED' | 'NOT_ON_SALE'> | null {
  if (status === 'CANCELLED') return 'TRIP_CANCELLED';
  if (bus.approvalStatus !== 'APPROVED') return 'BUS_NOT_APPROVED';
  if (bus.status !== 'ACTIVE') return 'BUS_INACTIVE';
  if (!papersOk) return 'PAPERS_MISSING';
  return company.status === 'ACTIVE' ? null : 'COMPANY_SUSPENDED';
}
