import type { AgentStatus } from '../accounts/membership.ts';
import type { Company } from '../companies/company.ts';
import type { AgentId, AgentKeyId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Agent, AgentTerms } from './agent.ts';
import type { AgentKey } from './agent-key.ts';

export interface NewAgent extends Omit<AgentTerms, 'status'> {
  readonly isTest: boolean;
  readonly createdAt: Instant;
}

/** Agents, inside a transaction. */
export interface AgentRepo {
  add(agent: NewAgent): Promise<AgentId>;
  /**
   * Locks the agent until the transaction ends. No other transaction can change the agent, its keys, its people or its
   * balance. A company that refuses the agent takes this lock, too.
   */
  lock(id: AgentId): Promise<Agent | undefined>;
  /** Saves the terms, and not the balance. The agent must be locked. */
  save(agent: Agent): Promise<void>;
  /** Records whether the agent is warned of low credit. The agent must be locked. Starting the warning is an event. */
  setWarned(id: AgentId, isWarned: boolean): Promise<void>;
}

export interface AgentFilter {
  /** Search text as it is compared (`folded`). Matches agents whose name contains it. */
  readonly q?: string;
  readonly status?: AgentStatus;
}

/** Reads agents, outside transactions. */
export interface AgentViews {
  find(id: AgentId): Promise<Agent | undefined>;
  /** Lists agents, newest first. The page cursor is an agent's id. */
  list(filter: AgentFilter, page: Page): Promise<Listing<Agent>>;
  /** Agents whose credit is low without a warning, or no longer low with one, by id. */
  withOtherWarning(): Promise<readonly AgentId[]>;
}

export interface NewAgentKey extends Omit<AgentKey, 'id' | 'status' | 'lastUsedAt'> {
  /** The digest of the key. The key itself is not stored. */
  readonly digest: string;
}

/** A key with the status of its agent. */
export interface KnownKey extends AgentKey {
  readonly agentStatus: AgentStatus;
  /** True for the key with which a stranger made the agent on a sandbox. */
  readonly isOfSandbox: boolean;
}

/** Keys of agents, inside a transaction. The agent must be locked for every change. */
export interface AgentKeyRepo {
  add(key: NewAgentKey): Promise<AgentKeyId>;
  /** Finds a key of the agent. Undefined if it was deleted. */
  find(agentId: AgentId, id: AgentKeyId): Promise<AgentKey | undefined>;
  /** The number of the agent's keys that have not expired at `now` and were not deleted. */
  count(agentId: AgentId, now: Instant): Promise<number>;
  /** Saves label, scopes, daily amount, status and expiry. */
  save(key: AgentKey): Promise<void>;
  delete(id: AgentKeyId, at: Instant): Promise<void>;
  /** Stores the moment of a request with the key. An earlier moment changes nothing. */
  use(id: AgentKeyId, at: Instant): Promise<void>;
  /** Moves the end of a key to a later moment. A key that ends later already stays as it is. */
  prolong(id: AgentKeyId, until: Instant): Promise<void>;
}

/** Reads keys, outside transactions. Deleted keys are never found. */
export interface AgentKeyViews {
  ofDigest(digest: string): Promise<KnownKey | undefined>;
  find(id: AgentKeyId): Promise<KnownKey | undefined>;
  /** Lists an agent's keys, newest first. The page cursor is a key's id. */
  list(agentId: AgentId, page: Page): Promise<Listing<AgentKey>>;
}

/** Decides which companies an agent may sell for. Search, trips, seats, holds and sales all ask here. */
export interface AgentCompanies {
  /**
   * True if the agent may sell for the company now: both are ACTIVE, the company allows agents and does not refuse this
   * one, and the agent's terms do not leave the company out.
   */
  maySell(agentId: AgentId, operatorId: OperatorId): Promise<boolean>;
  /** True if the agent may read trips of the trip's company now. False for an unknown trip. */
  readsTrip(agentId: AgentId, tripId: TripId): Promise<boolean>;
  /** The companies whose trips the agent may read now, ordered by id: the same for a suspended agent. */
  list(agentId: AgentId): Promise<readonly Company[]>;
  /** The ids of the companies whose trips the agent may read now, sorted. */
  of(agentId: AgentId): Promise<readonly OperatorId[]>;
}

/** An agent as a company sees it. */
export interface CompanyAgent {
  readonly id: AgentId;
  readonly name: string;
  readonly contactPhone: string | null;
  /** False if the company has refused the agent. */
  readonly allowed: boolean;
  /** The number of bookings that the agent sold for the company in the days of the figures. */
  readonly bookings: number;
  /** The price of these bookings, including those that were cancelled later. */
  readonly gross: Paisa;
}

/** Reads the ACTIVE agents whose terms let them sell for a company. `during` has the days of the figures. */
export interface CompanyAgentViews {
  find(operatorId: OperatorId, id: AgentId, during: Span): Promise<CompanyAgent | undefined>;
  /** Lists the agents, newest first. The page cursor is an agent's id. */
  list(operatorId: OperatorId, during: Span, page: Page): Promise<Listing<CompanyAgent>>;
}

/** A company's verdicts on agents, inside a transaction. The company and the agent must be locked. */
export interface CompanyAgents extends Pick<CompanyAgentViews, 'find'> {
  allow(operatorId: OperatorId, id: AgentId): Promise<void>;
  refuse(operatorId: OperatorId, id: AgentId, at: Instant): Promise<void>;
}
