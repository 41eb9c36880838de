import type { SeatNumber } from '../kernel/ids.ts';

/** What a passenger can do with a seat, as it is told to that passenger. */
export type SeatStatus = 'AVAILABLE' | 'LOCKED' | 'LOCKED_BY_ME' | 'BOOKED' | 'BLOCKED';

export interface SeatFacts {
  readonly isActive: boolean;
  readonly isBooked: boolean;
  /** Who holds the seat at this moment, if anybody. */
  readonly heldBy: 'nobody' | 'me' | 'another';
}

/** The precedence of the specification: blocked, booked, held, free. */
export function seatStatus({ isActive, isBooked, heldBy }: SeatFacts): SeatStatus {
  if (!isActive) return 'BLOCKED';
  if (isBooked) return 'BOOKED';
  if (heldBy === 'nobody') return 'AVAILABLE';
  return heldBy === 'me' ? 'LOCKED_BY_ME' : 'LOCKED';
}

/** A seat where it is in the bus: deck, row and column count from 1. */
export interface SeatPlace {
  readonly number: SeatNumber;
  readonly deck: number;
  readonly row: number;
  readonly col: number;
  readonly type: string;
}

/** A passenger holds at most so many seats on a trip. */
export const MOST_SEATS = 6;

/** The order in which seats are told: by number, in the order of its characters, the same in every store. */
export const bySeat = (one: { readonly seat: SeatNumber }, other: { readonly seat: SeatNumber }): number =>
  one.seat < other.seat ? -1 : one.seat > other.seat ? 1 : 0;
