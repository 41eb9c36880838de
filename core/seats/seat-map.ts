import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatNumber } from '../kernel/ids.ts';

/** The status of a seat as one passenger sees it. */
export type SeatStatus = 'AVAILABLE' | 'LOCKED' | 'LOCKED_BY_ME' | 'BOOKED' | 'BLOCKED';

export interface SeatFacts {
  readonly isActive: boolean;
  /** The passengers for whom the seat is kept; anybody by default. */
  readonly keptFor?: KeptFor | undefined;
  readonly isBooked: boolean;
  /**
   * Whether the company keeps the seat from sale. On some parts of the trip the blocked seat may still be booked or
   * held.
   */
  readonly isBlocked: boolean;
  /** The holder of the seat, as the viewer sees it. */
  readonly heldBy: 'nobody' | 'me' | 'another';
}

/** The status of a seat on a section, by precedence: out of use, booked, blocked, held, available. */
export function seatStatus({ isActive, isBooked, isBlocked, heldBy }: SeatFacts): SeatStatus {
  if (!isActive) return 'BLOCKED';
  if (isBooked) return 'BOOKED';
  if (isBlocked) return 'BLOCKED';
  if (heldBy === 'nobody') return 'AVAILABLE';
  return heldBy === 'me' ? 'LOCKED_BY_ME' : 'LOCKED';
}

/** The number of seats that a passenger may hold on a trip. */
export const MOST_SEATS = 6;

/** Orders seats by the characters of their numbers, the same in every store. */
export const bySeat = (one: { readonly seat: SeatNumber }, other: { readonly seat: SeatNumber }): number =>
  one.seat < other.seat ? -1 : one.seat > other.seat ? 1 : 0;
