import { type Fragment, raw } from '../engine/sql.ts';

/** The amount that a ledger row called `entries` adds to the debt of its agent. */
const OWED = `case when entries.debit = 'AGENT' then entries.amount_paisa else -entries.amount_paisa end`;

const IS_STATED = `entries.agent_id is not null and 'AGENT' in (entries.debit, entries.credit)`;

/** The ledger rows of each statement, as `entries` of `statements`. */
const STATED = `agent_statements as statements
    join agent_statement_entries as taken on taken.statement_id = statements.id
    join ledger_entries as entries on entries.id = taken.entry_id`;

/** The kind of the line that a row makes: computed here without the code that makes statements. */
const KIND = `case
    when entries.booking_id is null then 'ADJUSTMENT'
    when entries.kind = 'PAYMENT' or (entries.kind = 'AGENT_COMMISSION' and entries.payment_id is null)
      then case when exists (select 1 from booking_changes where booking_changes.booking_id = entries.booking_id) then 'CHANGE' else 'SALE' end
    when entries.kind <> 'AGENT_COMMISSION' and refunds.reason in ('CHANGE', 'GOODWILL') then refunds.reason
    else 'CANCELLATION' end`;

/** Whether a statement is settled: nothing is owed, or later payments reach its total. */
const settled = (statement: string): string => `(${statement}.total_paisa <= 0 or ${statement}.total_paisa <= (
    select coalesce(sum(amount_paisa), 0) from agent_payments
    where agent_payments.agent_id = ${statement}.agent_id
      and (agent_payments.statement_id is null or agent_payments.statement_id > ${statement}.id)))`;

/** Each query finds the faults of one rule of agents' statements: `row` names a record, `says` its fault. */
export const STATEMENT_FAULTS: readonly Fragment[] = [
  raw(`select 'row ' || entries.id as row, 'it is on no statement, and not listed for the next one of agent ' || entries.agent_id as says
    from ledger_entries as entries
    where ${IS_STATED}
      and not exists (select 1 from unstated_agent_entries as listed
        where listed.entry_id = entries.id and listed.agent_id = entries.agent_id and listed.at = entries.at
          and listed.line_group = coalesce(entries.booking_id, -entries.id))
      and not exists (select 1 from agent_statement_entries as taken where taken.entry_id = entries.id
        and (exists (select 1 from agent_statements where agent_statements.id = taken.statement_id)
          or exists (select 1 from agent_statement_drafts where agent_statement_drafts.id = taken.statement_id)))`),
  raw(`select 'row ' || listed.entry_id as row, 'it is listed for the next statement of agent ' || listed.agent_id || ', and does not belong there' as says
    from unstated_agent_entries as listed left join ledger_entries as entries on entries.id = listed.entry_id
    where entries.id is null or not (${IS_STATED}) or entries.agent_id <> listed.agent_id
      or exists (select 1 from agent_statement_entries as taken where taken.entry_id = listed.entry_id)`),
  raw(`select 'agent statement ' || statements.id as row, 'row ' || entries.id || ' of the ledger does not belong on it' as says
    from ${STATED} where not (${IS_STATED}) or entries.agent_id <> statements.agent_id`),
  raw(`select 'agent statement ' || statements.id as row, 'its lines come to ' || net_paisa || ' paisa and its payments to '
      || paid_paisa || ', its rows to ' || rows.net || ' and ' || rows.paid as says
    from agent_statements as statements join (
      select statements.id,
        sum(case when entries.kind = 'AGENT_PAYMENT' then 0 else ${OWED} end) as net,
        sum(case when entries.kind = 'AGENT_PAYMENT' then -(${OWED}) else 0 end) as paid
      from ${STATED} group by statements.id) as rows on rows.id = statements.id
    where net_paisa <> rows.net or paid_paisa <> rows.paid`),
  raw(`select 'agent statement ' || id as row, 'its total is ' || total_paisa || ' paisa, and should be '
      || (opening_balance_paisa + net_paisa - paid_paisa) as says
    from agent_statements where total_paisa <> opening_balance_paisa + net_paisa - paid_paisa`),
  raw(`select 'agent statement ' || made.statement_id as row, 'its lines ' || made.kind || ' of '
      || coalesce('booking ' || made.booking_id, 'no booking') || ' are not what its rows make' as says
    from (
      select statement_id, booking_id, kind, gross_paisa as gross, net_paisa as net
      from agent_statement_lines where statement_id in (select id from agent_statements)
      union all
      select statements.id, entries.booking_id, ${KIND},
        case when entries.kind = 'AGENT_COMMISSION' then 0 else -(${OWED}) end, -(${OWED})
      from ${STATED} left join refunds on refunds.id = entries.refund_id
      where entries.kind <> 'AGENT_PAYMENT') as made
    group by made.statement_id, made.booking_id, made.kind having sum(made.gross) <> 0 or sum(made.net) <> 0`),
  raw(`select 'agent statement ' || id as row, 'it begins with ' || opening_balance_paisa || ' paisa, and the one before ended with ' || before as says
    from (select id, opening_balance_paisa, coalesce(lag(total_paisa) over (partition by agent_id order by id), 0) as before
      from agent_statements) as statements
    where opening_balance_paisa <> before`),
  raw(`select 'agent payment ' || agent_payments.id as row, 'it names '
      || coalesce('statement ' || agent_payments.statement_id, 'no statement') || ', and its row is on '
      || coalesce('statement ' || taken.statement_id, 'none') as says
    from agent_payments join ledger_entries as entries on entries.agent_payment_id = agent_payments.id and entries.kind = 'AGENT_PAYMENT'
      left join agent_statement_entries as taken on taken.entry_id = entries.id
    where coalesce(agent_payments.statement_id, 0) <> coalesce(taken.statement_id, 0)`),
  raw(`select 'agent statement ' || id as row, 'it is ' || status || ', and should be ' || due as says
    from (select id, status, case when exists (
        select 1 from agent_statements as later
        where later.agent_id = statements.agent_id and later.id >= statements.id and ${settled('later')})
      then 'PAID' else 'OPEN' end as due from agent_statements as statements) as statements
    where status <> due`),
  raw(`select 'year ' || numbers.year as row, 'of ' || numbers.year || ' there are ' || count(statements.id)
      || ' statements of agents, the highest is number ' || coalesce(max(statements.sequence), 0) || ', and '
      || numbers.last || ' was given out last' as says
    from agent_statement_numbers as numbers left join agent_statements as statements on statements.year = numbers.year
    group by numbers.year, numbers.last
    having count(statements.id) <> numbers.last or coalesce(max(statements.sequence), 0) <> numbers.last`),
];
