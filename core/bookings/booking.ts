import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
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

export const isActive = (status: BookingStatus): boolean =>
  (ACTIVE_STATUSES as readonly BookingStatus[]).includes(status);

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
  /** The first of its passengers got on. */
  checkIn: { from: ['CONFIRMED'], to: 'CHECKED_IN' },
  /** Nobody is on board after all. */
  undoCheckIn: { from: ['CHECKED_IN'], to: 'CONFIRMED' },
  complete: { from: ['CONFIRMED', 'CHECKED_IN'], to: 'COMPLETED' },
} as const satisfies Record<string, { readonly from: readonly BookingStatus[]; readonly to: BookingStatus }>;

export type BookingMove = keyof typeof MOVES;

export const mayMove = (status: BookingStatus, move: BookingMove): boolean =>
  (MOVES[move].from as readonly BookingStatus[]).includes(status);

/** Its tickets: good for the journey, now or once. */
export const TICKETED_STATUSES = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] as const satisfies readonly BookingStatus[];

/** The booking entitles, or entitled, its passengers to travel. */
export const isTicketed = (status: BookingStatus): boolean =>
  (TICKETED_STATUSES as readonly BookingStatus[]).includes(status);

/** Whether a move ends a booking whose ticket was good. */
export const revokesTicket = (move: BookingMove): boolean =>
  !isTicketed(MOVES[move].to) && MOVES[move].from.some(isTicketed);

/** Whether a move changes what the manifest says, which is of those who have a ticket, or had one. */
export const concernsManifest = (move: BookingMove): boolean => isTicketed(MOVES[move].to) || revokesTicket(move);

/** It ended without a journey. */
export const isClosed = (status: BookingStatus): boolean =>
  status === 'CANCELLED' || status === 'REFUNDED' || status === 'EXPIRED';

/** Where a booking was made: by its passenger online, or at a counter of the company. */
export type Channel = 'ONLINE' | 'COUNTER';

/** Who bought at a counter. They need no account. */
export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
}

export interface Booking {
  readonly id: BookingId;
  /** `BT`, the local day on which it was made as yymmdd, and six digits. Unique. */
  readonly code: string;
  /** Its passenger's account; of one that was made at a counter, the seller's. */
  readonly userId: UserId;
  readonly tripId: TripId;
  /** The company that it was made with. */
  readonly operatorId: OperatorId;
  readonly channel: Channel;
  /** Whose booking it is, if it was made at a counter; null online: then it is the account's. */
  readonly contact: Contact | null;
  /** In which its ticket and its mails are written: that of the request that made it. */
  readonly language: Language;
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
  /** The trip as it was when the booking was made; null of one that was made before bookings kept it. */
  readonly bookedFor: { readonly departsAt: Instant; readonly busType: string } | null;
  /** Since when company and platform have earned what was paid for it; null before its trip has departed. */
  readonly earnedAt: Instant | null;
}

/**
 * Whose booking it is among the accounts: its passenger's. What was sold at a counter is no account's, not even the
 * seller's.
 */
export const isOwnedBy = ({ userId, channel }: Pick<Booking, 'userId' | 'channel'>, user: UserId): boolean =>
  channel === 'ONLINE' && userId === user;

/** Whether it is unpaid and its deadline has come. Only before that moment does an unpaid booking take its seats. */
export const isOverdue = (booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): boolean =>
  booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now;
