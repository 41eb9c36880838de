import type { TripBlocks } from './block.ts';
import type { Holdings, SeatLockStore } from './ports.ts';
import type { SoldSeats } from './sold-seats.ts';

/** The stores of this area. A use case names those it uses. */
export interface SeatStores {
  readonly blocks: TripBlocks;
  readonly seatLocks: SeatLockStore;
  readonly soldSeats: SoldSeats;
  readonly holdings: Holdings;
}
