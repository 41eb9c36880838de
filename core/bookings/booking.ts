import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export const BOOKING_STATUSES = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
  'CANCELLED',
  'REFUNDED',
  'EXPIRED',
] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** The states in which a booking takes its seats. */
export const ACTIVE_STATUSES = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
] as const satisfies readonly BookingStatus[];

/**
 * All the moves between the states of a booking. Every store makes a move as a compare-and-swap on `from`.
 */
export const MOVES = {
  confirm: { from: ['PENDING_PAYMENT'], to: 'CONFIRMED' },
  /** Paid after the deadline, while all its seats are still free. */
  revive: { from: ['EXPIRED'], to: 'CONFIRMED' },
  expire: { from: ['PENDING_PAYMENT'], to: 'EXPIRED' },
  cancelUnpaid: { from: ['PENDING_PAYMENT'], to: 'CANCELLED' },
  /** Paid, with nothing to be refunded. */
  cancelPaid: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'CANCELLED' },
  refund: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'REFUNDED' },
  checkIn: { from: ['CONFIRMED'], to: 'CHECKED_IN' },
  complete: { from: ['CONFIRMED', 'CHECKED_IN'], to: 'COMPLETED' },
} as const satisfies Record<string, { readonly from: readonly BookingStatus[]; readonly to: BookingStatus }>;

export type BookingMove = keyof typeof MOVES;

export const mayMove = (status: BookingStatus, move: BookingMove): boolean =>
  (MOVES[move].from as readonly BookingStatus[]).includes(status);

/** It ended without a journey. */
export const isClosed = (status: BookingStatus): boolean =>
  status === 'CANCELLED' || status === 'REFUNDED' || status === 'EXPIRED';

export interface Booking {
  readonly id: BookingId;
  /** `BT`, the local day on which it was made as yymmdd, and six digits. Unique. */
  readonly code: string;
  readonly userId: UserId;
  readonly tripId: TripId;
  /** The company that it was made with. */
  readonly operatorId: OperatorId;
  readonly seatsCount: number;
  readonly total: Paisa;
  readonly commissionRate: BasisPoints;
  readonly commission: Paisa;
  readonly operatorEarning: Paisa;
  /** Those it was made under; null if that was before bookings kept them: then the platform's. */
  readonly cancellationTiers: readonly RefundTier[] | null;
  readonly status: BookingStatus;
  readonly paymentDeadline: Instant;
  readonly bookedAt: Instant;
}

/** Whether it is unpaid and its deadline has come. Only before that moment does an unpaid booking take its seats. */
export const isOverdue = (booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): boolean =>
  booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now;
