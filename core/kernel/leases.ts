import type { Instant } from './time.ts';

/** Work that only one process may do at a time. */
export interface Lease {
  readonly name: string;
  /** Who asks: unique to the process. */
  readonly holder: string;
}

/** Who does what only one process may do at a time. A process that dies holds its lease no longer than it last asked for. */
export interface Leases {
  /** Takes the lease, or renews it, until `until`: false while another holds it, alive at `now`. */
  take(lease: Lease, until: Instant, now: Instant): Promise<boolean>;
  /** Gives the lease back, if it is (still) the holder's. */
  release(lease: Lease): Promise<void>;
}
