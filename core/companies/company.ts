import type { CompanyStatus } from '../accounts/membership.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Told } from '../kernel/told.ts';
import { toldTiers } from './cancellation-tiers.ts';
import type { RefundTier } from './cancellation-tiers.ts';

/** What a company says about itself. */
export interface CompanyProfile {
  readonly companyName: string;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly address: string | null;
  /** The nine digits under which it pays its taxes. */
  readonly panNo: string | null;
  /** Null: those of the platform. */
  readonly cancellationTiers: readonly RefundTier[] | null;
}

/** What the platform agrees with a company. */
export interface CompanyTerms {
  readonly status: CompanyStatus;
  /** Null: that of the platform. */
  readonly commissionRate: BasisPoints | null;
}

/** What a sale goes by. */
export type SaleTerms = CompanyTerms & Pick<CompanyProfile, 'cancellationTiers'>;

export interface Company extends CompanyProfile, CompanyTerms {
  readonly id: OperatorId;
  readonly createdAt: Instant;
}

/** A percentage, as people write it. */
export const percentOf = (rate: BasisPoints): number => rate / 100;

/** For the activity log, by the names that the API gives the fields. */
export const toldCompany = (company: CompanyProfile & CompanyTerms): Readonly<Record<string, Told>> => ({
  company_name: company.companyName,
  contact_phone: company.contactPhone,
  contact_email: company.contactEmail,
  address: company.address,
  pan_no: company.panNo,
  cancellation_tiers: company.cancellationTiers && toldTiers(company.cancellationTiers),
  status: company.status,
  commission_rate: company.commissionRate && percentOf(company.commissionRate),
});
