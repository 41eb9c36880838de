import type { PlatformTermsRepo } from '../../../core/companies/ports.ts';
import type { Sql } from '../engine/sql.ts';
import { fromTiers } from './companies.ts';

/** Stores the platform's terms of sale in `platform_terms`. */
export const knexPlatformTerms = (sql: Sql): PlatformTermsRepo => ({
  async keep({ commissionRate, counterCommissionRate, cancellationTiers }, at) {
    const tiers = fromTiers(cancellationTiers);
    await sql.changes`
      insert into platform_terms (since, commission_rate_bp, counter_commission_rate_bp, cancellation_tiers)
      select cast(${at} as bigint), cast(${commissionRate} as integer), cast(${counterCommissionRate} as integer),
        cast(${tiers} as text)
      where not exists (
        select 1 from platform_terms
        where since = (select max(since) from platform_terms) and commission_rate_bp = ${commissionRate}
          and counter_commission_rate_bp = ${counterCommissionRate} and cancellation_tiers = ${tiers})
      on conflict (since) do update set commission_rate_bp = excluded.commission_rate_bp,
        counter_commission_rate_bp = excluded.counter_commission_rate_bp,
        cancellation_tiers = excluded.cancellation_tiers`;
  },
});
