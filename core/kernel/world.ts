import type { Calendar } from './calendar.ts';
import type { Random } from './random.ts';
import type { Clock } from './time.ts';
import type { Transact } from './unit-of-work.ts';

/**
 * The dependencies of every use case. Each area's `world.ts` adds its own stores and dependencies to those of the area
 * below it, so no use case sees a store of an area above its own.
 */
export interface KernelWorld<Stores> {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  /** Waits for this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}
