import type { SaleTerms } from '../companies/company.ts';
import type { ApprovalStatus, BusStatus } from '../fleet/bus.ts';
import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export type TripStatus = 'ACTIVE' | 'CANCELLED';

/** What holding, booking and paying need to know of a scheduled journey. */
export interface Trip {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** When its bus really left; null until somebody says so. */
  readonly departedAt: Instant | null;
  /** Whether the papers of the bus are complete on the day on which it leaves. */
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
  /** As they are now, of the company that the bus belongs to. */
  readonly company: SaleTerms;
}

/** Whether its seats may be sold now, as far as papers, bus and company go. */
export const isBookable = ({ papersOk, bus, company }: Pick<Trip, 'papersOk' | 'bus' | 'company'>): boolean =>
  papersOk && bus.status === 'ACTIVE' && company.status === 'ACTIVE';

/** A bus that leaves at exactly `now` has left, and so has one of which somebody said so before its time. */
export const hasDeparted = ({ departsAt, departedAt }: Pick<Trip, 'departsAt' | 'departedAt'>, now: Instant): boolean =>
  departsAt <= now || departedAt !== null;

/** The same of its arrival. */
export const hasArrived = (trip: Pick<Trip, 'arrivesAt'>, now: Instant): boolean => trip.arrivesAt <= now;

/** An operator's average stars, rounded half up to one decimal; null if nobody has rated yet. */
export const averageStars = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10;
