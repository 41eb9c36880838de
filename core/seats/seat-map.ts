import type { SeatNumber } from '../kernel/ids.ts';

/** The status of a seat as one passenger sees it. */
export type SeatStatus = 'AVAILABLE' | 'LOCKED' | 'LOCKED_BY_ME' | 'BOOKED' | 'BLOCKED';

export interface SeatFacts {
  readonly isActive: boolean;
  readonly isBooked: boolean;
  /** Whether the company keeps the seat from sale. A blocked seat is neither booked nor held. */
  readonly isBlocked: boolean;
  /** The holder of the seat as the viewer sees it. */
  readonly heldBy: 'nobody' | 'me' | 'another';
}

/** The status of a seat, by precedence: out of use, booked, held, blocked, available. */
export function seatStatus({ isActive, isBooked, isBlocked, heldBy }: SeatFacts): SeatStatus {
  if (!isActive) return 'BLOCKED';
  if (isBooked) return 'BOOKED';
  if (heldBy === 'nobody') return isBlocked ? 'BLOCKED' : 'AVAILABLE';
  return heldBy === 'me' ? 'LOCKED_BY_ME' : 'LOCKED';
}

/** The number of seats that a passenger may hold on a trip. */
export const MOST_SEATS = 6;

/** Orders seats by the characters of their numbers, the same in every store. */
export const bySeat = (one: { readonly seat: SeatNumber }, other: { readonly seat: SeatNumber }): number =>
  one.seat < other.seat ? -1 : one.seat > other.seat ? 1 : 0;
