import { AGENT_LINE_KINDS, type AgentStatedEntry } from '../../../core/agents/agent-statement.ts';
import type { AgentStatementDraft, AgentStatementRepo } from '../../../core/agents/statement-ports.ts';
import type {
  AgentId,
  AgentPaymentId,
  AgentStatementId,
  BookingId,
  LedgerEntryId,
  PaymentId,
  UserId,
} from '../../../core/kernel/ids.ts';
import { type Paisa, NOTHING } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { RefundReason } from '../../../core/payments/refund.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { BEFORE_ALL, draftedRows } from '../ledger/drafted-rows.ts';
import { DEPARTS } from '../trips/section-times.ts';
import { type Sql, forUpdate, inBatches, list, padded, raw } from '../engine/sql.ts';

interface DraftRow {
  readonly id: AgentStatementId;
  readonly agent_id: AgentId;
  readonly made_by: UserId;
  readonly until_day: string;
  readonly end_at: Instant;
  readonly up_to: LedgerEntryId;
  readonly passed: number;
  readonly first_at: Instant | null;
  readonly net_paisa: Paisa;
  readonly paid_paisa: Paisa;
}

const DRAFT_COLUMNS = raw('id, agent_id, made_by, until_day, end_at, up_to, passed, first_at, net_paisa, paid_paisa');

const toDraft = (row: DraftRow): AgentStatementDraft => ({
  id: row.id,
  agentId: row.agent_id,
  madeBy: row.made_by,
  until: row.until_day,
  end: row.end_at,
  upTo: row.up_to,
  passed: row.passed,
  firstAt: row.first_at,
  net: row.net_paisa,
  paid: row.paid_paisa,
});

interface EntryRow {
  readonly id: LedgerEntryId;
  readonly at: Instant;
  readonly kind: AgentStatedEntry['kind'];
  readonly debit: AgentStatedEntry['debit'];
  readonly amount_paisa: Paisa;
  readonly payment_id: PaymentId | null;
  readonly agent_payment_id: AgentPaymentId | null;
  readonly reason: RefundReason | null;
  readonly booking_id: BookingId | null;
  readonly booking_code: string;
  readonly agent_reference: string;
  readonly departure_time: Instant;
  readonly changed_id: BookingId | null;
}

const toEntry = (row: EntryRow): AgentStatedEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  debit: row.debit,
  amount: row.amount_paisa,
  paymentId: row.payment_id,
  reason: row.reason,
  booking:
    row.booking_id === null
      ? null
      : {
          id: row.booking_id,
          code: row.booking_code,
          reference: row.agent_reference,
          departsAt: row.departure_time,
          isChanged: row.changed_id !== null,
        },
});

/** Reads rows of account AGENT by their ids, with their bookings. */
const entryRows = (sql: Sql, ids: readonly LedgerEntryId[]): Promise<readonly EntryRow[]> =>
  inBatches(
    ids,
    (batch) => sql.rows<EntryRow>`
      select entries.id, entries.at, entries.kind, entries.debit, entries.amount_paisa, entries.payment_id,
        entries.agent_payment_id, refunds.reason, bookings.id as booking_id, bookings.booking_code,
        bookings.agent_reference, ${DEPARTS} as departure_time, booking_changes.booking_id as changed_id
      from ledger_entries as entries left join bookings on bookings.id = entries.booking_id
        left join schedules on schedules.id = bookings.schedule_id
        left join booking_changes on booking_changes.booking_id = entries.booking_id
        left join refunds on refunds.id = entries.refund_id
      where entries.id in ${list(padded(batch))}`,
  );

/**
 * Stores statements of agents in `agent_statements`, drafts in `agent_statement_drafts`, and their ledger rows in
 * `agent_statement_entries`. A payment names its statement, or its draft, in `agent_payments.statement_id`.
 */
export const knexAgentStatements = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): AgentStatementRepo => {
  const rows = draftedRows(sql, 'agents');
  return {
    hasUnstated: (agentId, end) => rows.hasUnstated(agentId, end),

    async lockDraft(agentId) {
      const row = await sql.one<DraftRow>`
        select ${DRAFT_COLUMNS} from agent_statement_drafts where agent_id = ${agentId} ${forUpdate(sql)}`;
      return row && toDraft(row);
    },

    async begin({ agentId, until, end, madeBy }) {
      const row = await sql.one<DraftRow>`
        insert into agent_statement_drafts (${DRAFT_COLUMNS})
        values (${rows.draftKey}, ${agentId}, ${madeBy}, ${until}, ${end},
          (select coalesce(max(id), 0) from ledger_entries), ${BEFORE_ALL}, null, 0, 0)
        on conflict (agent_id) do nothing returning ${DRAFT_COLUMNS}`;
      return row && toDraft(row);
    },

    async takeUp({ agentId, ...draft }, limit) {
      const { ids, ...slice } = await rows.takeUp({ ...draft, owner: agentId }, limit);
      const taken = ids.length === 0 ? [] : await entryRows(sql, ids);
      const payments = taken.flatMap(({ agent_payment_id: payment }) => (payment === null ? [] : [payment]));
      if (payments.length > 0)
        sql.post`update agent_payments set statement_id = ${draft.id} where id in ${list(padded(payments))}`;
      return { ...slice, entries: taken.map(toEntry) };
    },

    async addLines(id, lines) {
      rows.addLines(id, lines, AGENT_LINE_KINDS);
    },

    async saveDraft({ id, passed, firstAt, net, paid }) {
      sql.post`
        update agent_statement_drafts set passed = ${passed}, first_at = ${firstAt}, net_paisa = ${net},
          paid_paisa = ${paid}
        where id = ${id}`;
    },

    nextNumber: (year) => rows.nextNumber(year),

    async lastTotal(agentId) {
      const row = await sql.one<{ total_paisa: Paisa }>`
        select total_paisa from agent_statements where agent_id = ${agentId} order by id desc limit 1`;
      return row?.total_paisa ?? NOTHING;
    },

    async add({ id, agentId, agentName, year, sequence, from, until, madeAt, openingBalance, net, paid, total }) {
      sql.post`delete from agent_statement_drafts where id = ${id}`;
      sql.post`
        insert into agent_statements (id, agent_id, year, sequence, agent_name, from_day, until_day, made_at,
          opening_balance_paisa, net_paisa, paid_paisa, total_paisa)
        values (${id}, ${agentId}, ${year}, ${sequence}, ${agentName}, ${from}, ${until}, ${madeAt},
          ${openingBalance}, ${net}, ${paid}, ${total})`;
      happened({ of: 'agent statement', id, did: 'made' });
    },

    async open(agentId) {
      const open = await sql.rows<{ id: AgentStatementId; total_paisa: Paisa; paid_since: Paisa }>`
        select id, total_paisa, (
          select cast(coalesce(sum(amount_paisa), 0) as bigint) from agent_payments
          where agent_payments.agent_id = agent_statements.agent_id
            and (statement_id is null or statement_id > agent_statements.id)) as paid_since
        from agent_statements where agent_id = ${agentId} and status = 'OPEN' order by id desc`;
      return open.map(({ id, total_paisa: total, paid_since: paidSince }) => ({ id, total, paidSince }));
    },

    async pay(agentId, upTo, at) {
      const paid = await sql.rows<{ id: AgentStatementId }>`
        update agent_statements set status = 'PAID', paid_at = ${at}
        where agent_id = ${agentId} and id <= ${upTo} and status = 'OPEN' returning id`;
      for (const { id } of paid) happened({ of: 'agent statement', id, did: 'paid' });
    },
  };
};
