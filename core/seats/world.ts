import type { FleetEvent } from '../fleet/world.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { TripChanged } from '../trips/trip.ts';
import type { TripStores, TripWorld } from '../trips/world.ts';
import type { TripBlocks } from './block.ts';
import type { DoorLimits, DoorSeats } from './door-limits.ts';
import type { Line } from './line.ts';
import type { Holdings, SeatLockStore, SeatMaps, SeatEvent } from './ports.ts';
import type { RefusalCounts } from './refusal-counts.ts';
import type { SoldSeats } from './sold-seats.ts';

/** The stores of one transaction: those of the area `seats` and of the areas below it. */
export interface SeatStores extends TripStores {
  readonly blocks: TripBlocks;
  readonly seatLocks: SeatLockStore;
  readonly soldSeats: SoldSeats;
  readonly holdings: Holdings;
  readonly doorSeats: DoorSeats;
  readonly seatMaps: SeatMaps;
  /** The area `line` implements this store. */
  readonly line: Line;
  readonly events: Recorder<FleetEvent | TripChanged | SeatEvent>;
}

/** The dependencies of use cases of the area `seats`. */
export interface SeatWorld<Stores extends SeatStores = SeatStores> extends TripWorld<Stores> {
  readonly seatMaps: SeatMaps;
  readonly tripBlocks: Pick<TripBlocks, 'find' | 'lapsed'>;
  readonly seatLockMinutes: number;
  /** The hours before departure from which on anybody gets a kept seat, unless the company says otherwise. */
  readonly keptUntilHours: number;
  readonly doorTerms: DoorLimits;
  readonly refusalCounts: RefusalCounts;
  /** Whether passengers may make only so many requests in a time. Tests turn it off. */
  readonly rateLimit: boolean;
}
