import type { Signal } from '@preact/signals';
import type { TripNow } from './use-trip.ts';

/** What every question before a change of a trip is given. */
export interface ChangeProps {
  readonly now: TripNow;
  readonly chosen: Signal<readonly string[]>;
  readonly onClose: () => void;
  /** It is done: the trip is another one now. */
  readonly onDone: () => void;
}
