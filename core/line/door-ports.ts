import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Door, DrawSeed } from './door.ts';

/** Doors, at most one for a moment. */
export interface DoorStore {
  /** Adds a door for the moment unless there is one. Locks it, so that nobody removes it before the commit. */
  ensure(opensAt: Instant, seed: DrawSeed): Promise<void>;
  /** Records that the trips were given their moments at `now`. */
  recordSetting(trips: readonly TripId[], now: Instant): Promise<void>;
  /** Finds the door of a moment, and locks it until the transaction ends. Meanwhile nobody can join it. */
  lock(opensAt: Instant): Promise<Door | undefined>;
  /** Removes a locked door if nobody has joined it, and no trip of any status opens at its moment. */
  removeUnused(opensAt: Instant): Promise<void>;
}
