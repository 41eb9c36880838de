import type { Booking } from '../bookings/booking.ts';
import type { PlatformTerms } from '../companies/ports.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { NamedAccount } from '../payments/refund.ts';
import type { Actor, TrailKind } from '../platform/trail.ts';
import type { Road, Times } from '../trips/sections.ts';

/** A row of the activity log about a booking: it was made, sold or cancelled. */
export interface LoggedAct {
  readonly kind: TrailKind;
  readonly role: Actor['role'];
  readonly userId: UserId | null;
  readonly at: Instant;
}

/** The terms of a company from one moment until its next terms. Null stands for the platform's own. */
export interface TermsOnRecord {
  readonly since: Instant;
  readonly commissionRate: Booking['commissionRate'] | null;
  readonly cancellationTiers: Booking['cancellationTiers'];
}

/** The platform's settings from one moment until its next settings. */
export interface PlatformTermsOnRecord extends PlatformTerms {
  readonly since: Instant;
}

/** The boarding marks of a booking's seats and places, those of cancelled seats included. */
export interface BoardingOnRecord {
  /** The number of passengers on board. */
  readonly aboard: number;
  /** How many of them have no scan any more. Old scans are deleted with their conflicts. */
  readonly withoutScan: number;
  /** The conflicts that say that the booking or its trip had ended. */
  readonly conflicts: number;
}

/** Other rows with which a booking has to agree, read at the same moment as the booking. */
export interface BookingFacts {
  /** The moment from which the periodic job looks whether the booking is earned. */
  readonly earnsAt: Instant;
  /** The stops and times of the whole trip, as they are now. */
  readonly plan: Pick<Road, 'stops'> & Times;
  /** The bank or wallet account of the booking's chain of changes; null if nobody named one. */
  readonly account: Pick<NamedAccount, 'kind' | 'holder' | 'number' | 'bank' | 'version'> | null;
  /** The activity log about the booking's making and its cancellations, oldest first. */
  readonly logged: readonly LoggedAct[];
  /** The terms of the booking's company, oldest first. Empty if none are on record. */
  readonly terms: readonly TermsOnRecord[];
  /** The platform's terms, oldest first. Empty if the service has not started since they are recorded. */
  readonly platformTerms: readonly PlatformTermsOnRecord[];
  readonly boarding: BoardingOnRecord;
}
