import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { SeatMapView } from './ports.ts';
import { seatStatus } from './seat-map.ts';

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

/** The seats of a bus with a seat map, as one passenger sees them. */
export type MappedSeats = Extract<SeatMapView, { readonly hasSeatMap: true }>;

/**
 * The seats among which seats are chosen for the viewer of a map, whose own holds count as free. Seats for which
 * `isOut` is true cannot be chosen. `keptFor` names the kinds of kept seats that the passengers may have.
 */
export function choosableOn(
  { rows, cols, seats }: MappedSeats,
  isOut: (seat: SeatNumber) => boolean,
  keptFor: readonly KeptFor[],
): ChoosableMap {
  const choosable = seats.map((seat) => {
    const status = seatStatus(seat);
    const isFree = (status === 'AVAILABLE' || status === 'LOCKED_BY_ME') && !isOut(seat.number);
    return { ...seat, isFree, isKept: seat.keptFor !== undefined && !keptFor.includes(seat.keptFor) };
  });
  return { rows, cols, seats: choosable };
}
