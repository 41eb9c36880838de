import type { AgentId, OperatorId } from '../kernel/ids.ts';

/** Positions of staff in a company, highest first. A higher position may do everything that a lower position may do. */
export const POSITIONS = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'] as const;

export type Position = (typeof POSITIONS)[number];

export const COMPANY_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** A SUSPENDED company sells nothing, but its staff may still read its data. */
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** The company whose staff a user belongs to, and the user's position in it. Nobody belongs to two companies. */
export interface Membership {
  readonly operatorId: OperatorId;
  readonly position: Position;
  readonly companyStatus: CompanyStatus;
}

/** Whether a staff position is as high as the position `least`, or higher. */
export const reaches = (position: Position, least: Position): boolean =>
  POSITIONS.indexOf(position) <= POSITIONS.indexOf(least);

/** Positions in an agent's staff, highest first. */
export const AGENT_POSITIONS = ['OWNER', 'MANAGER', 'CLERK'] as const satisfies readonly Position[];

export type AgentPosition = (typeof AGENT_POSITIONS)[number];

export const AGENT_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** A SUSPENDED agent sells nothing. It may still read its data, cancel bookings and release seats. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The agent whose staff a user belongs to, and the user's position in it. Nobody belongs to an agent and a company. */
export interface AgentMembership {
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly position: AgentPosition;
  readonly agentStatus: AgentStatus;
}
