import type { SeatStores, SeatWorld } from '../seats/world.ts';
import type { DrawCrypto } from './door.ts';
import type { DoorStore } from './door-ports.ts';

/** The stores of one transaction: those of the area `line` and of the areas below it. */
export interface LineStores extends SeatStores {
  readonly doors: DoorStore;
}

/** The terms of doors, which open the sale of trips. */
export interface DoorTerms {
  /** Sales open only at whole multiples of these minutes after the local midnight. */
  readonly stepMinutes: number;
  /** The part of a trip's seats, in percent, that blocks and counter sales may take until the rush is over. */
  readonly counterPercent: number;
}

/** The dependencies of use cases of the area `line`. */
export interface LineWorld<Stores extends LineStores = LineStores> extends SeatWorld<Stores> {
  readonly draws: DrawCrypto;
  readonly doorTerms: DoorTerms;
}
