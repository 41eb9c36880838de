import type { ShiftRepo, ShiftViews } from './ports.ts';

/** The stores of this area. A use case names those it uses. */
export interface ShiftStores {
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
}
