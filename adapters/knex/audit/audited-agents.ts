import type { AgentAuditReader, AgentFault, AgentOverLimit, AgentStatementDays } from '../../../core/audit/agents.ts';
import { type Fragment, type Sql, raw } from '../engine/sql.ts';
import { hadAnotherAdmin } from './another-admin.ts';
import { STATEMENT_FAULTS } from './audited-agent-statements.ts';

const OWED = `case when debit = 'AGENT' then amount_paisa else -amount_paisa end`;

/** Each query finds the rows of one fault: `row` names a record, `says` its fault. */
const FAULTS: readonly Fragment[] = [
  raw(`select 'agent ' || agents.id as row, 'its balance is kept as ' || balance_paisa || ' paisa, and its rows make ' || coalesce(rows.owed, 0) as says
    from agents left join (select agent_id, sum(${OWED}) as owed from ledger_entries
      where agent_id is not null and 'AGENT' in (debit, credit) group by agent_id) as rows on rows.agent_id = agents.id
    where balance_paisa <> coalesce(rows.owed, 0)`),
  raw(`select 'row ' || id as row, 'it changes account AGENT and names no agent' as says
    from ledger_entries where 'AGENT' in (debit, credit) and agent_id is null`),
  raw(`select 'row ' || id as row, 'it names an agent and does not change account AGENT' as says
    from ledger_entries where agent_id is not null and 'AGENT' not in (debit, credit)`),
  raw(`select 'row ' || ledger_entries.id as row, 'its agent is not the agent of booking ' || bookings.id as says
    from ledger_entries join bookings on bookings.id = ledger_entries.booking_id
    where ledger_entries.agent_id is not null
      and (bookings.agent_id is null or bookings.agent_id <> ledger_entries.agent_id)`),
  raw(`select 'booking ' || max(id) as row, 'agent ' || agent_id || ' sold ' || count(*) || ' bookings under one reference' as says
    from bookings where agent_id is not null
      and not exists (select 1 from booking_changes where booking_changes.booking_id = bookings.id)
    group by agent_id, agent_reference having count(*) > 1`),
  raw(`select 'booking ' || bookings.id as row, 'its reference does not name it' as says
    from bookings left join agent_references on agent_references.agent_id = bookings.agent_id
      and agent_references.reference = bookings.agent_reference
    where bookings.agent_id is not null and (agent_references.booking_id is null or agent_references.booking_id <> bookings.id)
      and not exists (select 1 from booking_changes where booking_changes.booking_id = bookings.id)`),
  raw(`select 'refund ' || refunds.id as row, 'an agent is owed it, and it is ' || refunds.status as says
    from refunds join payments on payments.id = refunds.payment_id
    where payments.gateway = 'AGENT' and refunds.status <> 'PAID'
      and not (refunds.reason = 'GOODWILL' and refunds.status = 'DUE')`),
  raw(`select 'refund ' || refunds.id as row, 'an agent is owed it, and it was paid by ' || coalesce(refunds.method, 'nothing') as says
    from refunds join payments on payments.id = refunds.payment_id
    where payments.gateway = 'AGENT' and refunds.status = 'PAID' and coalesce(refunds.method, '') <> 'AGENT'`),
  raw(`select 'refund ' || refunds.id as row, 'administrator ' || refunds.added_by || ' added it as goodwill and sent it' as says
    from refunds join payments on payments.id = refunds.payment_id
      join activity_log as sent on sent.subject_type = 'refund' and sent.subject_id = refunds.id and sent.kind = 'REFUND_PAID'
        and sent.actor_user_id = refunds.added_by
    where payments.gateway = 'AGENT' and refunds.reason = 'GOODWILL' and refunds.status = 'PAID'
      and ${hadAnotherAdmin('refunds.added_by', 'sent.at')}`),
  raw(`select 'agent payment ' || agent_payments.id as row, 'the row BANK / AGENT of its amount is missing' as says
    from agent_payments where not exists (
      select 1 from ledger_entries where agent_payment_id = agent_payments.id and kind = 'AGENT_PAYMENT' and debit = 'BANK'
        and credit = 'AGENT' and amount_paisa = agent_payments.amount_paisa and ledger_entries.agent_id = agent_payments.agent_id)`),
  raw(`select 'row ' || id as row, 'it is about a payment of an agent that is not there' as says
    from ledger_entries where (kind = 'AGENT_PAYMENT') <> (agent_payment_id is not null)
      or (agent_payment_id is not null and not exists (select 1 from agent_payments where agent_payments.id = agent_payment_id))`),
  raw(`select 'booking ' || id as row, 'its channel and its agent contradict each other' as says
    from bookings where (channel = 'AGENT') <> (agent_id is not null)`),
];

/** Reads the faults of agents' books. Whole tables are read, because no other query needs an index for these rows. */
export const auditedAgents = (sql: Sql): AgentAuditReader => ({
  async agentFaults() {
    const found: AgentFault[] = [];
    for (const fault of [...FAULTS, ...STATEMENT_FAULTS]) found.push(...(await sql.rows<AgentFault>`${fault}`));
    return found;
  },

  agentStatementDays: () => sql.rows<AgentStatementDays>`
    select statements.id, from_day as "from", until_day as until, min(entries.at) as first, max(entries.at) as last
    from agent_statements as statements left join agent_statement_entries as taken on taken.statement_id = statements.id
      left join ledger_entries as entries on entries.id = taken.entry_id
    group by statements.id, from_day, until_day order by statements.id`,

  agentsOverLimit: () => sql.rows<AgentOverLimit>`
    select id, balance_paisa as balance, credit_limit_paisa as "creditLimit" from agents
    where balance_paisa > credit_limit_paisa order by id`,
});
