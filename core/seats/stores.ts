import type { TripBlocks } from './block.ts';
import type { Holdings, SeatLockStore } from './ports.ts';
import type { SoldSeats } from './sold-seats.ts';

/** The stores of the area `seats`. A use case picks only the stores that it needs. */
export interface SeatStores {
  readonly blocks: TripBlocks;
  readonly seatLocks: SeatLockStore;
  readonly soldSeats: SoldSeats;
  readonly holdings: Holdings;
}
