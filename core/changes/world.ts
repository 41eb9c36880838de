import type { CounterStores, CounterWorld } from '../counter/world.ts';

/** The dependencies of use cases of the area `changes`. */
export interface ChangeWorld<Stores extends CounterStores = CounterStores> extends CounterWorld<Stores> {
  readonly changeMinHours: number;
}
