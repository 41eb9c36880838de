import type { Signal } from '@preact/signals';
import type { TripNow } from './use-trip.ts';

/** The props of every dialog that changes a trip. */
export interface ChangeProps {
  readonly now: TripNow;
  readonly chosen: Signal<readonly string[]>;
  readonly onClose: () => void;
  /** Called after the change, to reload the trip. */
  readonly onDone: () => void;
}
