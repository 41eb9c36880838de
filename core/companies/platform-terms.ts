import type { BasisPoints } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { RefundTier } from './company.ts';
import type { CompanyStores } from './world.ts';

/** The platform's settings that a booking copies. A company's own rate and tiers replace them for sales online. */
export interface PlatformTerms {
  readonly commissionRate: BasisPoints;
  /** The rate for all sales at counters, also of companies with a rate of their own. */
  readonly counterCommissionRate: BasisPoints;
  readonly cancellationTiers: readonly RefundTier[];
}

interface Needs extends PlatformTerms {
  readonly clock: Clock;
  readonly transact: Transact<Pick<CompanyStores, 'platformTerms'>>;
}

/** Records the platform's terms at the start of a process. Terms that were recorded last are not recorded again. */
export const keepPlatformTerms = ({ clock, transact, ...terms }: Needs): Promise<void> =>
  transact(({ platformTerms }) => platformTerms.keep(terms, clock()));
