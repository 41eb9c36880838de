import type { CompanyStatus } from '../accounts/membership.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/**
 * A tier of the fee for cancelling a booking, or for changing it to another trip. `fee` applies to requests made at
 * least `hours` before departure, unless a tier with more hours applies.
 */
export interface RefundTier {
  readonly hours: number;
  readonly fee: BasisPoints;
}

/** Sorts tiers by descending hours. Undefined if two tiers have the same hours. */
export function inOrder(tiers: readonly RefundTier[]): readonly RefundTier[] | undefined {
  if (new Set(tiers.map(({ hours }) => hours)).size !== tiers.length) return undefined;
  return [...tiers].sort((one, other) => other.hours - one.hours);
}

/** Tiers with the API's field names, and the fee in percent. */
export const toldTiers = (tiers: readonly RefundTier[]) =>
  tiers.map(({ hours, fee }) => ({ hours, fee_percent: fee / 100 }));

/** Who sees where a company's buses are: everybody, holders of tickets alone, or nobody, as no points are kept. */
export const POSITION_MODES = ['PUBLIC', 'TICKETS', 'OFF'] as const;
export type PositionMode = (typeof POSITION_MODES)[number];

/** The profile that a company's staff can change themselves. */
export interface CompanyProfile {
  readonly companyName: string;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly address: string | null;
  /** The tax number (PAN), nine digits. */
  readonly panNo: string | null;
  /** The company's own tiers of cancellation fees; null if the platform's tiers apply. */
  readonly cancellationTiers: readonly RefundTier[] | null;
  /** The company's own fee tiers for changes to another trip; null if the platform's tiers apply. */
  readonly changeTiers: readonly RefundTier[] | null;
  /** Whether clerks count their till without seeing how much cash it should hold. */
  readonly blindCount: boolean;
  /** Whether agents may sell for the company. The company can also refuse single agents. */
  readonly agentsAllowed: boolean;
  /** The hours before departure from which on anybody gets a kept seat; null if the platform's hours apply. */
  readonly keptUntilHours: number | null;
  readonly positions: PositionMode;
}

/** The terms that administrators set for a company. */
export interface CompanyTerms {
  readonly status: CompanyStatus;
  /** The company's own commission rate; null if the platform's rate applies. */
  readonly commissionRate: BasisPoints | null;
}

/** The terms of a company that apply to the sale of a booking. */
export type SaleTerms = CompanyTerms & Pick<CompanyProfile, 'cancellationTiers' | 'changeTiers' | 'keptUntilHours'>;

export interface Company extends CompanyProfile, CompanyTerms {
  readonly id: OperatorId;
  readonly createdAt: Instant;
}

/** A rate, such as a commission, in percent. */
export const percentOf = (rate: BasisPoints): number => rate / 100;

/** A company with the API's field names, for the activity log. */
export const loggedCompany = (company: CompanyProfile & CompanyTerms): Readonly<Record<string, JsonValue>> => ({
  company_name: company.companyName,
  contact_phone: company.contactPhone,
  contact_email: company.contactEmail,
  address: company.address,
  pan_no: company.panNo,
  cancellation_tiers: company.cancellationTiers && toldTiers(company.cancellationTiers),
  change_tiers: company.changeTiers && toldTiers(company.changeTiers),
  blind_count: company.blindCount,
  agents_allowed: company.agentsAllowed,
  kept_until_hours: company.keptUntilHours,
  positions: company.positions,
  status: company.status,
  commission_rate: company.commissionRate && percentOf(company.commissionRate),
});

/** Whether changes of a company, with the names of `loggedCompany`, touch the terms that bookings copy. */
export const touchTerms = (changes: object): boolean => 'commission_rate' in changes || 'cancellation_tiers' in changes;
