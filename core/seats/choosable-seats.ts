import type { SeatPlace } from '../fleet/seat-layout.ts';

export const LIKES = ['WINDOW', 'AISLE'] as const;
export const ENDS = ['FRONT', 'BACK'] as const;

/** The seats that a passenger wants to have chosen. */
export interface SeatWish {
  readonly count: number;
  /** Whether only seats that hang together will do. */
  readonly together?: boolean | undefined;
  readonly like?: (typeof LIKES)[number] | undefined;
  /** The end of the bus that the seats shall be near to; FRONT by default. */
  readonly near?: (typeof ENDS)[number] | undefined;
  /** The only deck on which seats are chosen; any deck by default. */
  readonly deck?: number | undefined;
}

/** A seat of a map, in use or not. */
export interface ChoosableSeat extends SeatPlace {
  /** Whether the passenger can get the seat. */
  readonly isFree: boolean;
  /** Whether the seat is meant for passengers of another kind, and is chosen last. */
  readonly isKept: boolean;
}

export interface ChoosableMap {
  readonly rows: number;
  readonly cols: number;
  /** All seats of the map: a seat out of use is no aisle. */
  readonly seats: readonly ChoosableSeat[];
}
