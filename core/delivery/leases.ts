import type { Instant } from '../kernel/time.ts';

/** The right to do what only one process may do at a time. */
export interface Lease {
  readonly name: string;
  /** Unique to the process. */
  readonly holder: string;
}

/** Who has which lease. The lease of a process that dies lapses by itself. */
export interface Leases {
  /** Takes or renews the lease until `until`: false if at `now` another process holds it. */
  take(lease: Lease, until: Instant, now: Instant): Promise<boolean>;
  /** Releases the lease, if it is still the holder's. */
  release(lease: Lease): Promise<void>;
}
