import type { OperatorId } from '../kernel/ids.ts';

/** Positions in a company's staff, highest first. Each position may do everything that lower ones may. */
export const POSITIONS = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'] as const;

export type Position = (typeof POSITIONS)[number];

export const COMPANY_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** A SUSPENDED company sells nothing. Its staff may read. */
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** A user's place in the company whose staff they belong to. Nobody belongs to two companies. */
export interface Membership {
  readonly operatorId: OperatorId;
  readonly position: Position;
  readonly companyStatus: CompanyStatus;
}

/** Whether a position is as high as `least`, or higher. */
export const reaches = (position: Position, least: Position): boolean =>
  POSITIONS.indexOf(position) <= POSITIONS.indexOf(least);
