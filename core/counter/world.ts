import type { BasisPoints } from '../kernel/money.ts';
import type { RoadStores, RoadWorld } from '../road/world.ts';
import type { ShiftPrinter, ShiftRepo, ShiftViews } from './ports.ts';

/** The stores of one transaction: those of the area `counter` and of the areas below it. */
export interface CounterStores extends RoadStores {
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
}

/** The dependencies of use cases of the area `counter`. */
export interface CounterWorld<Stores extends CounterStores = CounterStores> extends RoadWorld<Stores> {
  readonly shiftViews: ShiftViews;
  readonly shiftPrinter: ShiftPrinter;
  readonly counterCommissionRate: BasisPoints;
  readonly counterQrMinutes: number;
}
