import type { OperatorId } from '../kernel/ids.ts';

/** What members of a company's staff can be, each of whom may do what those after it may. */
export const POSITIONS = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'] as const;

export type Position = (typeof POSITIONS)[number];

export const COMPANY_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** A SUSPENDED company sells nothing. Its staff may read. */
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** Of a user in the company whose staff they belong to. Nobody belongs to two. */
export interface Membership {
  readonly operatorId: OperatorId;
  readonly position: Position;
  readonly companyStatus: CompanyStatus;
}

/** Whether a position is at least another. */
export const reaches = (position: Position, least: Position): boolean =>
  POSITIONS.indexOf(position) <= POSITIONS.indexOf(least);
