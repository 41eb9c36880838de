import type { Instant } from '../kernel/time.ts';

/** The last commit of each process. */
export interface ProcessBeats {
  /** Records that the process commits at `clock`, by its own clock. Returns the time by the database's clock. */
  beat(process: { readonly name: string; readonly version: string; readonly clock: Instant }): Promise<Instant>;
  /** Deletes the rows of processes that have not committed since `before`, by the database's clock. */
  prune(before: Instant): Promise<void>;
}
