import type { SaleTerms } from '../companies/company.ts';
import type { ApprovalStatus, BusStatus } from '../fleet/bus.ts';
import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { OpeningSale } from './sale-opening.ts';
import { type Ends, type Road, type Section, departsFrom } from './sections.ts';
import { type Taps, leftAt } from './taps.ts';

export type TripStatus = 'ACTIVE' | 'CANCELLED';

/** A trip with the data needed to hold, book and pay for its seats. */
export interface Trip extends Road, Ends, OpeningSale {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The reported moment of departure; null before it is reported. */
  readonly departedAt: Instant | null;
  /** The crew's reports about stops that the bus has left. */
  readonly taps: Pick<Taps, 'left'>;
  /** Whether the bus's papers are complete on the day of departure. */
  readonly papersOk: boolean;
  /** False if nobody waits for seats of the trip. */
  readonly hasWaits: boolean;
  readonly bus: {
    readonly id: BusId;
    readonly operatorId: OperatorId;
    readonly type: string;
    readonly approvalStatus: ApprovalStatus;
    readonly status: BusStatus;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
  /** The company's present terms of sale. */
  readonly company: SaleTerms;
}

/** Whether papers, bus and company allow a sale now. */
export const isBookable = ({ papersOk, bus, company }: Pick<Trip, 'papersOk' | 'bus' | 'company'>): boolean =>
  papersOk && bus.status === 'ACTIVE' && company.status === 'ACTIVE';

/**
 * Whether the bus has left at `now`. True from the planned departure on, inclusive, or once a departure was reported.
 */
export const hasDeparted = ({ departsAt, departedAt }: Pick<Trip, 'departsAt' | 'departedAt'>, now: Instant): boolean =>
  departsAt <= now || departedAt !== null;

/**
 * Whether passengers can no longer get on at a section's first stop at `now`. True once the planned departure from this
 * stop has come, or the crew has reported that the bus left it.
 */
export const hasSectionDeparted = (
  trip: Pick<Trip, 'stops' | 'departsAt' | 'departedAt' | 'taps'>,
  { from }: Pick<Section, 'from'>,
  now: Instant,
): boolean => departsFrom(trip, from) <= now || hasLeft(trip, from);

/** Whether the crew has reported that the bus has left a stop. */
export const hasLeft = ({ departedAt, taps }: Pick<Trip, 'departedAt' | 'taps'>, stop: number): boolean =>
  (stop === 0 ? departedAt : leftAt(taps.left, stop)) !== null;

/** Whether the trip should have arrived at `now`, inclusive. */
export const hasArrived = (trip: Pick<Trip, 'arrivesAt'>, now: Instant): boolean => trip.arrivesAt <= now;

/** A company's average rating in stars, rounded half up to one decimal; null if nobody has rated the company yet. */
export const averageStars = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10;

/** A company changed a trip. All subscribers get the same event. */
export interface TripChanged {
  readonly type: 'trip changed';
  readonly tripId: TripId;
  readonly change: 'cancelled' | 'retimed' | 'bus swapped' | 'fare changed' | 'delayed';
  /** The minutes of a delay that crew or office told, 0 when they end it. Undefined for other changes. */
  readonly delayMinutes?: number;
  /** The trip's new departure. A delay changes no planned time. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

type ChangedTrip = Pick<TripChanged, 'departsAt' | 'arrivesAt' | 'status'> & { readonly id: TripId };

export const tripChanged = (
  { id, departsAt, arrivesAt, status }: ChangedTrip,
  change: TripChanged['change'],
): TripChanged => ({ type: 'trip changed', tripId: id, change, departsAt, arrivesAt, status });

/** Crew or office told of a delay, or ended it. */
export const tripDelayed = (trip: ChangedTrip, delayMinutes: number): TripChanged => ({
  ...tripChanged(trip, 'delayed'),
  delayMinutes,
});
