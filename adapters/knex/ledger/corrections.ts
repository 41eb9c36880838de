import type {
  AdjustableAccount,
  Adjustment,
  AdjustmentRepo,
  AdjustmentStatus,
  ReceiptRepo,
} from '../../../core/ledger/corrections.ts';
import type { AdjustmentId, AgentId, OperatorId, ReceiptId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, raw } from '../engine/sql.ts';

export interface AdjustmentRow {
  readonly id: AdjustmentId;
  readonly status: AdjustmentStatus;
  readonly debit: AdjustableAccount;
  readonly credit: AdjustableAccount;
  readonly amount_paisa: Paisa;
  readonly operator_id: OperatorId | null;
  readonly gateway: string | null;
  readonly agent_id: AgentId | null;
  readonly reason: string;
  readonly proposed_by: UserId;
  readonly proposed_at: Instant;
  readonly decided_by: UserId | null;
  readonly decided_at: Instant | null;
}

export const ADJUSTMENT_COLUMNS = raw(
  'adjustments.id, adjustments.status, debit, credit, amount_paisa, operator_id, gateway, agent_id, reason, proposed_by, proposed_at, decided_by, decided_at',
);

export const toAdjustment = (row: AdjustmentRow): Adjustment => ({
  id: row.id,
  status: row.status,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount_paisa,
  operatorId: row.operator_id,
  gateway: row.gateway,
  agentId: row.agent_id,
  reason: row.reason,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
});

/** Stores `adjustments`. The database itself refuses a confirmation by the person who proposed the adjustment. */
export const knexAdjustments = (sql: Sql): AdjustmentRepo => ({
  async add({ debit, credit, amount, operatorId, gateway, agentId = null, reason, proposedBy }, at) {
    const row = await sql.one<{ readonly id: AdjustmentId }>`
      insert into adjustments (status, debit, credit, amount_paisa, operator_id, gateway, agent_id, reason, proposed_by, proposed_at)
      values ('PROPOSED', ${debit}, ${credit}, ${amount}, ${operatorId}, ${gateway}, ${agentId}, ${reason}, ${proposedBy}, ${at})
      returning id`;
    if (!row) throw new Error('An insert returned no key.');
    return row.id;
  },

  async knowsAgent(id) {
    return (await sql.one`select 1 from agents where id = ${id}`) !== undefined;
  },

  async get(id) {
    const row = await sql.one<AdjustmentRow>`select ${ADJUSTMENT_COLUMNS} from adjustments where id = ${id}`;
    return row && toAdjustment(row);
  },

  async decide(id, status, by, at) {
    const changed = await sql.changes`
      update adjustments set status = ${status}, decided_by = ${by}, decided_at = ${at}
      where id = ${id} and status = 'PROPOSED'`;
    return changed > 0;
  },
});

/** Stores receipts in `receipts`, unique by company and reference. */
export const knexReceipts = (sql: Sql): ReceiptRepo => ({
  async add({ operatorId, amount, reference }, at) {
    const row = await sql.one<{ readonly id: ReceiptId }>`
      insert into receipts (operator_id, amount_paisa, reference, at)
      values (${operatorId}, ${amount}, ${reference}, ${at})
      on conflict (operator_id, reference) do nothing
      returning id`;
    return row?.id;
  },
});
