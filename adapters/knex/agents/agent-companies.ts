import type { AgentCompanies } from '../../../core/agents/ports.ts';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { type CompanyRow, COMPANY_COLUMNS, toCompany } from '../companies/companies.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';

/** The ACTIVE agents whose own terms let them sell for a company in `operators`. */
export const MAY_SELL_BY_TERMS = raw(`agents.status = 'ACTIVE' and (agents.all_companies or exists (
      select 1 from agent_operators
      where agent_operators.agent_id = agents.id and agent_operators.operator_id = operators.id))`);

/**
 * The companies in `operators` that an agent may sell for. The only place that knows which these are. `agentId` is an
 * id, or the column that has it.
 */
export const soldByAgent = (agentId: AgentId | Fragment): Fragment => fragment`
  operators.status = 'ACTIVE' and operators.agents_allowed
  and not exists (
    select 1 from agent_refusals where agent_refusals.operator_id = operators.id and agent_refusals.agent_id = ${agentId})
  and exists (
    select 1 from agents
    where agents.id = ${agentId} and ${MAY_SELL_BY_TERMS})`;

export const knexAgentCompanies = (sql: Sql): AgentCompanies => ({
  maySell: async (agentId, operatorId) =>
    (await sql.one`select 1 as found from operators where operators.id = ${operatorId} and ${soldByAgent(agentId)}`) !==
    undefined,

  maySellTrip: async (agentId, tripId) =>
    (await sql.one`
      select 1 as found from schedules join buses on buses.id = schedules.bus_id join operators on operators.id = buses.operator_id
      where schedules.id = ${tripId} and ${soldByAgent(agentId)}`) !== undefined,

  async list(agentId) {
    const rows = await sql.rows<CompanyRow>`
      select ${COMPANY_COLUMNS} from operators where ${soldByAgent(agentId)} order by operators.id`;
    return rows.map(toCompany);
  },

  async of(agentId) {
    const rows = await sql.rows<{ id: OperatorId }>`
      select operators.id from operators where ${soldByAgent(agentId)} order by operators.id`;
    return rows.map(({ id }) => id);
  },
});
