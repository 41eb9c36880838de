import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export type TripStatus = 'ACTIVE' | 'CANCELLED';
export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';
export type BusStatus = 'ACTIVE' | 'INACTIVE';
export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/** Papers without which no bus is sold: bluebook, route permit, insurance, and certificate of fitness. */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
export type DocumentType = (typeof REQUIRED_DOCUMENTS)[number];

/** A scheduled journey of one bus, as far as holding, booking and paying need to know it. */
export interface Trip {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly bus: {
    readonly id: BusId;
    readonly operatorId: OperatorId;
    readonly approvalStatus: ApprovalStatus;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
}

/** A bus that leaves this very moment has left. */
export const hasDeparted = (trip: Pick<Trip, 'departsAt'>, now: Instant): boolean => trip.departsAt <= now;

/** The fourth condition of being bookable, beside an ACTIVE trip and an APPROVED and ACTIVE bus. */
export const papersComplete = (documents: readonly { readonly type: string; readonly status: DocumentStatus }[]): boolean =>
  REQUIRED_DOCUMENTS.every((type) => documents.some((document) => document.type === type && document.status === 'VERIFIED'));

/** An operator's average stars, rounded half up to one decimal; null when nobody has rated. */
export const averageStars = (sum: number, count: number): number | null => (count === 0 ? null : Math.round((sum * 10) / count) / 10);
