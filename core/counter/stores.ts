import type { ShiftRepo, ShiftViews } from './ports.ts';

/** The stores of the area `counter`. A use case picks only the stores that it needs. */
export interface ShiftStores {
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
}
