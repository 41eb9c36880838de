import type { Instant } from '../kernel/time.ts';

/** The right to a task that only one process may do at a time. */
export interface Lease {
  readonly name: string;
  /** The id of the process that has the lease. */
  readonly holder: string;
}

/** Stored leases. The lease of a dead process lapses by itself. */
export interface Leases {
  /** Takes or renews the lease until `until`. Returns false if another process holds it at `now`. */
  take(lease: Lease, until: Instant, now: Instant): Promise<boolean>;
  /** Releases the lease, if the holder still has it. */
  release(lease: Lease): Promise<void>;
}
