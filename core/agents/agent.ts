import type { AgentStatus } from '../accounts/membership.ts';
import type { AgentId, OperatorId } from '../kernel/ids.ts';
import { type BasisPoints, type Paisa, basisPoints, minus, share } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** An agent's terms, which administrators set. */
export interface AgentTerms {
  readonly name: string;
  readonly contactEmail: string;
  readonly contactPhone: string | null;
  /** The share of a sale that the platform pays to the agent. A changed rate holds for later sales. */
  readonly commissionRate: BasisPoints;
  /** The most that the agent may owe. */
  readonly creditLimit: Paisa;
  /** The agent gets a mail when its credit falls below this amount. Null means a tenth of the credit limit. */
  readonly warnBelow: Paisa | null;
  /** The companies that the agent may sell for, sorted by id. Null means all companies. */
  readonly operators: readonly OperatorId[] | null;
  readonly status: AgentStatus;
}

/** A business that sells tickets of several companies on account: a travel agency, a wallet or another web shop. */
export interface Agent extends AgentTerms {
  readonly id: AgentId;
  /** The amount that the agent owes. Negative if the agent has paid in advance. */
  readonly balance: Paisa;
  /** Whether the agent was warned of low credit, and too little is available since. */
  readonly isWarned: boolean;
  /** True if a stranger made the agent on a sandbox. No mail or text about its bookings is sent. */
  readonly isTest: boolean;
  readonly createdAt: Instant;
}

/** The amount for which the agent may still buy. Negative if the limit was lowered below the balance. */
export const availableOf = ({ creditLimit, balance }: Pick<Agent, 'creditLimit' | 'balance'>): Paisa =>
  minus(creditLimit, balance);

const TENTH = basisPoints(1_000);

/** The amount of available credit below which the agent gets a mail. */
export const warningOf = ({ creditLimit, warnBelow }: Pick<Agent, 'creditLimit' | 'warnBelow'>): Paisa =>
  warnBelow ?? share(creditLimit, TENTH);
