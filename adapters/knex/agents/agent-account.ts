import type {
  AgentAccountViews,
  AgentEntry,
  AgentPayment,
  AgentPayments,
  AgentPaymentViews,
} from '../../../core/agents/sale-ports.ts';
import type { AgentPaymentId, BookingId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { EntryKind } from '../../../core/ledger/entry.ts';
import { behind, where } from '../engine/keyset.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';

interface EntryRow {
  readonly id: number;
  readonly at: Instant;
  readonly kind: EntryKind;
  readonly booking_id: BookingId | null;
  readonly booking_code: string | null;
  readonly reference: string | null;
  readonly amount: Paisa;
}

const toEntry = (row: EntryRow): AgentEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  bookingId: row.booking_id,
  bookingCode: row.booking_code,
  reference: row.reference,
  amount: row.amount,
});

/** Lists the rows of account AGENT by the index `ledger_of_agent`. */
export const knexAgentAccountViews = (read: Sql): AgentAccountViews => ({
  async entries(agentId, { start, end }, page) {
    const criteria = [
      fragment`ledger.agent_id = ${agentId} and 'AGENT' in (ledger.debit, ledger.credit)`,
      ...(start === undefined ? [] : [fragment`ledger.at >= ${start}`]),
      ...(end === undefined ? [] : [fragment`ledger.at < ${end}`]),
      ...behind(raw('ledger.at, ledger.id'), page.after, 'desc'),
    ];
    const rows = await read.rows<EntryRow>`
      select ledger.id, ledger.at, ledger.kind, ledger.booking_id, bookings.booking_code,
        coalesce(bookings.agent_reference, agent_payments.reference) as reference,
        case when ledger.debit = 'AGENT' then ledger.amount_paisa else -ledger.amount_paisa end as amount
      from ledger_entries as ledger left join bookings on bookings.id = ledger.booking_id
        left join agent_payments on agent_payments.id = ledger.agent_payment_id
      ${where(criteria)} order by ledger.at desc, ledger.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toEntry), page, ({ at, id }) => [at, id]);
  },
});

interface PaymentRow {
  readonly id: AgentPaymentId;
  readonly at: Instant;
  readonly amount_paisa: Paisa;
  readonly reference: string;
  readonly added_by: UserId;
  readonly full_name: string;
}

const PAYMENTS = raw(`
  select agent_payments.id, agent_payments.at, agent_payments.amount_paisa, agent_payments.reference,
    agent_payments.added_by, users.full_name
  from agent_payments join users on users.id = agent_payments.added_by`);

const toPayment = (row: PaymentRow): AgentPayment => ({
  id: row.id,
  at: row.at,
  amount: row.amount_paisa,
  reference: row.reference,
  addedBy: { id: row.added_by, fullName: row.full_name },
});

/** Stores payments in `agent_payments`, once for an agent and reference. */
export const knexAgentPayments = (sql: Sql): AgentPayments => ({
  async add({ agentId, at, amount, reference, addedBy }) {
    const row = await sql.one<{ readonly id: AgentPaymentId }>`
      insert into agent_payments (agent_id, at, amount_paisa, reference, added_by)
      values (${agentId}, ${at}, ${amount}, ${reference}, ${addedBy})
      on conflict (agent_id, reference) do nothing returning id`;
    return row?.id;
  },

  async find(id) {
    const row = await sql.one<PaymentRow>`${PAYMENTS} where agent_payments.id = ${id}`;
    return row && toPayment(row);
  },
});

export const knexAgentPaymentViews = (read: Sql): AgentPaymentViews => ({
  async list(agentId, page) {
    const criteria = [
      fragment`agent_payments.agent_id = ${agentId}`,
      ...behind(raw('agent_payments.at, agent_payments.id'), page.after, 'desc'),
    ];
    const rows = await read.rows<PaymentRow>`
      ${PAYMENTS} ${where(criteria)} order by agent_payments.at desc, agent_payments.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toPayment), page, ({ at, id }) => [at, id]);
  },
});
