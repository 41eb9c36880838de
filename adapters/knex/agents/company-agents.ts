import type { CompanyAgent, CompanyAgents, CompanyAgentViews } from '../../../core/agents/ports.ts';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { type Paisa, paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Span } from '../../../core/kernel/time.ts';
import { behind, where } from '../engine/keyset.ts';
import { type Fragment, type Sql, fragment, list, padded, raw } from '../engine/sql.ts';
import { MAY_SELL_BY_TERMS } from './agent-companies.ts';

interface Row {
  readonly id: AgentId;
  readonly name: string;
  readonly contact_phone: string | null;
  readonly is_allowed: boolean;
}

interface SoldRow {
  readonly agent_id: AgentId;
  readonly bookings: number;
  readonly gross: Paisa;
}

/**
 * Adds the agents' sales for the company, which the index `bookings_of_company` finds. A booking that came by a change
 * is no sale of its own.
 */
async function withSales(
  sql: Sql,
  operatorId: OperatorId,
  agents: readonly Row[],
  { start, end }: Span,
): Promise<readonly CompanyAgent[]> {
  if (agents.length === 0) return [];
  const rows = await sql.rows<SoldRow>`
    select agent_id, cast(count(*) as bigint) as bookings,
      cast(sum(total_amount_paisa + parts_amount_paisa) as bigint) as gross
    from bookings
    where operator_id = ${operatorId} and booked_at >= ${start} and booked_at < ${end}
      and agent_id in ${list(padded(agents.map(({ id }) => id)))}
      and not exists (select 1 from booking_changes where booking_changes.booking_id = bookings.id)
    group by agent_id`;
  const sold = new Map(rows.map((row) => [row.agent_id, row]));
  return agents.map(({ id, name, contact_phone: contactPhone, is_allowed: allowed }) => ({
    id,
    name,
    contactPhone,
    allowed,
    bookings: sold.get(id)?.bookings ?? 0,
    gross: paisa(Number(sold.get(id)?.gross ?? 0)),
  }));
}

/** Agents, each with its company. */
const agentsOf = (operatorId: OperatorId): Fragment => fragment`
  select agents.id, agents.name, agents.contact_phone, not exists (
    select 1 from agent_refusals
    where agent_refusals.operator_id = operators.id and agent_refusals.agent_id = agents.id) as is_allowed
  from agents join operators on operators.id = ${operatorId}`;

async function find(sql: Sql, operatorId: OperatorId, id: AgentId, during: Span): Promise<CompanyAgent | undefined> {
  const rows = await sql.rows<Row>`${agentsOf(operatorId)} where agents.id = ${id} and ${MAY_SELL_BY_TERMS}`;
  return (await withSales(sql, operatorId, rows, during))[0];
}

/** Stores refused agents in `agent_refusals`. */
export const knexCompanyAgents = (sql: Sql): CompanyAgents => ({
  find: (operatorId, id, during) => find(sql, operatorId, id, during),

  async allow(operatorId, id) {
    await sql.changes`delete from agent_refusals where operator_id = ${operatorId} and agent_id = ${id}`;
  },

  async refuse(operatorId, id, at) {
    await sql.changes`
      insert into agent_refusals (operator_id, agent_id, refused_at) values (${operatorId}, ${id}, ${at})
      on conflict do nothing`;
  },
});

export const knexCompanyAgentViews = (read: Sql): CompanyAgentViews => ({
  find: (operatorId, id, during) => find(read, operatorId, id, during),

  async list(operatorId, during, page) {
    const rows = await read.rows<Row>`
      ${agentsOf(operatorId)}
      ${where([MAY_SELL_BY_TERMS, ...behind(raw('agents.id'), page.after, 'desc')])}
      order by agents.id desc limit ${page.limit + 1}`;
    return listingOf(await withSales(read, operatorId, rows, during), page, ({ id }) => [id]);
  },
});
