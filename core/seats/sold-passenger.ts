import type { SeatNumber } from '../kernel/ids.ts';

/** A seat with its passenger. */
export interface SeatPassenger {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly age: number | null;
  readonly gender: 'M' | 'F' | 'O' | null;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
}

/** The needs for which companies keep seats. */
export const NEEDS = ['DISABLED'] as const;
export type Need = (typeof NEEDS)[number];

/** The wishes of passengers who travel alone. Nothing is promised. */
export const WISHES = ['BESIDE_WOMAN'] as const;
export type Wish = (typeof WISHES)[number];

/** The passenger to whom a seat is sold. Only the company's staff learn the need and the wish. */
export interface SoldPassenger extends SeatPassenger {
  /** The passenger's need; none by default. */
  readonly need?: Need | null;
  /** The passenger's wish; none by default. */
  readonly wish?: Wish | null;
}

/** A seat with its passenger's wish, and the seats that the wish is about. */
export interface WishedSeat extends Pick<SoldPassenger, 'wish'> {
  /** The seats in use that are side by side with the seat: columns that differ by 1. Empty without a wish. */
  readonly beside: readonly SeatNumber[];
}
