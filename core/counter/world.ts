import type { BoardingStores, BoardingWorld } from '../boarding/world.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { ShiftPrinter, ShiftRepo, ShiftViews } from './ports.ts';

/** The stores of one transaction: those of the area `counter` and of the areas below it. */
export interface CounterStores extends BoardingStores {
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
}

/** The dependencies of use cases of the area `counter`. */
export interface CounterWorld<Stores extends CounterStores = CounterStores> extends BoardingWorld<Stores> {
  readonly shiftViews: ShiftViews;
  readonly shiftPrinter: ShiftPrinter;
  readonly counterCommissionRate: BasisPoints;
  readonly counterQrMinutes: number;
}
