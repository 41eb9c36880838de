import type { Instant } from '../kernel/time.ts';
import { hasDeparted } from './trip.ts';
import type { Trip } from './trip.ts';

/** Why a trip can't be sold. Of several reasons the first of these is told. */
export const NOT_BOOKABLE_REASONS = [
  'TRIP_CANCELLED',
  'DEPARTED',
  'BUS_NOT_APPROVED',
  'BUS_INACTIVE',
  'PAPERS_MISSING',
  'COMPANY_SUSPENDED',
] as const;
export type NotBookable = (typeof NOT_BOOKABLE_REASONS)[number];

/** What the answer depends on. */
export interface Sellable extends Pick<Trip, 'status' | 'departsAt' | 'departedAt' | 'papersOk'> {
  readonly bus: Pick<Trip['bus'], 'approvalStatus' | 'status'>;
  readonly company: Pick<Trip['company'], 'status'>;
}

/** Why nobody can buy a seat of the trip at `now`; null when it is on sale. How soon it leaves does not matter. */
export function notBookableBecause(trip: Sellable, now: Instant): NotBookable | null {
  const reason = notSoldBecause(trip);
  return reason !== 'TRIP_CANCELLED' && hasDeparted(trip, now) ? 'DEPARTED' : reason;
}

/** The same whether the bus has left or not: a counter sells its seats until it arrives. */
export function notSoldBecause({ status, bus, papersOk, company }: Sellable): Exclude<NotBookable, 'DEPARTED'> | null {
  if (status === 'CANCELLED') return 'TRIP_CANCELLED';
  if (bus.approvalStatus !== 'APPROVED') return 'BUS_NOT_APPROVED';
  if (bus.status !== 'ACTIVE') return 'BUS_INACTIVE';
  if (!papersOk) return 'PAPERS_MISSING';
  return company.status === 'ACTIVE' ? null : 'COMPANY_SUSPENDED';
}
