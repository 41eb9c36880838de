import type { SaleTerms } from '../companies/company.ts';
import type { ApprovalStatus, BusStatus } from '../fleet/bus.ts';
import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type Ends, type Road, type Section, departsFrom } from './sections.ts';
import { type Taps, leftAt } from './taps.ts';

export type TripStatus = 'ACTIVE' | 'CANCELLED';

/** A scheduled journey, as far as holding, booking and paying need it. */
export interface Trip extends Road, Ends {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The reported moment of departure; null before it is reported. */
  readonly departedAt: Instant | null;
  /** The stops that the bus is reported to have left. */
  readonly taps: Pick<Taps, 'left'>;
  /** Whether the bus's papers are complete on the day of departure. */
  readonly papersOk: boolean;
  readonly bus: {
    readonly id: BusId;
    readonly operatorId: OperatorId;
    readonly type: string;
    readonly approvalStatus: ApprovalStatus;
    readonly status: BusStatus;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
  /** The present terms of the bus's company. */
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

/** Whether a section can no longer be reached at `now`: its first stop was left, or its departure has come. */
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

/** An operator's average stars, rounded half up to one decimal; null if nobody has rated yet. */
export const averageStars = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10;

/** A company changed a trip. All subscribers get the same event. */
export interface TripChanged {
  readonly type: 'trip changed';
  readonly tripId: TripId;
  readonly change: 'cancelled' | 'retimed' | 'bus swapped' | 'fare changed';
  /** The trip's new departure. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

type ChangedTrip = Pick<TripChanged, 'departsAt' | 'arrivesAt' | 'status'> & { readonly id: TripId };

export const tripChanged = (
  { id, departsAt, arrivesAt, status }: ChangedTrip,
  change: TripChanged['change'],
): TripChanged => ({ type: 'trip changed', tripId: id, change, departsAt, arrivesAt, status });
