import type { AdjustmentId, AgentId, OperatorId, ReceiptId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account } from './entry.ts';
import type { Listing, Page } from '../kernel/page.ts';

/**
 * The ledger accounts that an adjustment may touch. The other accounts follow from bookings and refunds: correcting
 * these accounts would contradict the bookings.
 */
export const ADJUSTABLE_ACCOUNTS = [
  'GATEWAY',
  'CASH',
  'OPERATOR',
  'COMMISSION',
  'BANK',
  'FEES',
  'AGENT',
] as const satisfies readonly Account[];
export type AdjustableAccount = (typeof ADJUSTABLE_ACCOUNTS)[number];

export const ADJUSTMENT_STATUSES = ['PROPOSED', 'CONFIRMED', 'REJECTED'] as const;
export type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number];

/** A correction of the ledger. It becomes a ledger row when an administrator other than the proposer confirms it. */
export interface Adjustment {
  readonly id: AdjustmentId;
  readonly status: AdjustmentStatus;
  readonly debit: AdjustableAccount;
  readonly credit: AdjustableAccount;
  /** The amount of the correction, above 0. */
  readonly amount: Paisa;
  /** The company for which account OPERATOR or CASH is corrected; may be null for other accounts. */
  readonly operatorId: OperatorId | null;
  /** The gateway for which account GATEWAY is corrected; null if GATEWAY is not touched. */
  readonly gateway: string | null;
  /** The agent for which account AGENT is corrected; null if AGENT is not touched. */
  readonly agentId: AgentId | null;
  readonly reason: string;
  readonly proposedBy: UserId;
  readonly proposedAt: Instant;
  /** The administrator who confirmed or rejected the adjustment. Null while PROPOSED, as is `decidedAt`. */
  readonly decidedBy: UserId | null;
  readonly decidedAt: Instant | null;
}

export type NewAdjustment = Pick<
  Adjustment,
  'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway' | 'reason' | 'proposedBy'
> &
  Partial<Pick<Adjustment, 'agentId'>>;

export interface AdjustmentRepo {
  /** Adds a PROPOSED adjustment. */
  add(adjustment: NewAdjustment, at: Instant): Promise<AdjustmentId>;
  get(id: AdjustmentId): Promise<Adjustment | undefined>;
  /** Whether there is an agent whose part of account AGENT can be corrected. */
  knowsAgent(id: AgentId): Promise<boolean>;
  /**
   * Decides an adjustment that is PROPOSED. Only one of several simultaneous decisions succeeds; the others return
   * false.
   */
  decide(id: AdjustmentId, status: 'CONFIRMED' | 'REJECTED', by: UserId, at: Instant): Promise<boolean>;
}

/** The name of an administrator who proposed or decided an adjustment. */
export interface Decider {
  readonly id: UserId;
  readonly fullName: string;
}

/** An adjustment as administrators see it. */
export interface AdjustmentRecord extends Omit<Adjustment, 'proposedBy' | 'decidedBy'> {
  readonly proposedBy: Decider;
  readonly decidedBy: Decider | null;
}

export interface AdjustmentFilter {
  readonly status?: AdjustmentStatus;
}

export interface AdjustmentRecords {
  /** Lists adjustments, newest first. The page cursor is the adjustment's moment of proposal and id. */
  list(filter: AdjustmentFilter, page: Page): Promise<Listing<AdjustmentRecord>>;
  find(id: AdjustmentId): Promise<AdjustmentRecord | undefined>;
}

/** A company's payment of its debt to the platform. */
export interface NewReceipt {
  readonly operatorId: OperatorId;
  readonly amount: Paisa;
  /** The reference of the company's transfer, unique for each company. */
  readonly reference: string;
}

export interface Receipt extends NewReceipt {
  readonly id: ReceiptId;
  readonly at: Instant;
}

export interface ReceiptRepo {
  /** Adds a receipt. Does nothing and returns undefined if the company has a receipt with that reference. */
  add(receipt: NewReceipt, at: Instant): Promise<ReceiptId | undefined>;
}
