import type { OperatorId } from '../kernel/ids.ts';

/** Positions in a company's staff, highest first. A higher position may do everything that a lower one may do. */
export const POSITIONS = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'] as const;

export type Position = (typeof POSITIONS)[number];

export const COMPANY_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** A SUSPENDED company sells nothing, but its staff may still read its data. */
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** The company whose staff a user belongs to, and the user's position there. Nobody belongs to two companies. */
export interface Membership {
  readonly operatorId: OperatorId;
  readonly position: Position;
  readonly companyStatus: CompanyStatus;
}

/** Whether a position is as high as `least`, or higher. */
export const reaches = (position: Position, least: Position): boolean =>
  POSITIONS.indexOf(position) <= POSITIONS.indexOf(least);
