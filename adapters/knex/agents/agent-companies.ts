import type { AgentCompanies } from '../../../core/agents/ports.ts';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { type CompanyRow, COMPANY_COLUMNS, toCompany } from '../companies/companies.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';

const TERMS = `(agents.all_companies or exists (
      select 1 from agent_operators
      where agent_operators.agent_id = agents.id and agent_operators.operator_id = operators.id))`;

/** The agents whose own terms let them sell for a company in `operators`. */
const BY_TERMS = raw(TERMS);

/** The ACTIVE agents whose own terms let them sell for a company in `operators`. */
export const MAY_SELL_BY_TERMS = raw(`agents.status = 'ACTIVE' and ${TERMS}`);

/** The companies in `operators` that allow the agent. The only place that knows which these are. */
const openTo = (agentId: AgentId | Fragment, terms: Fragment): Fragment => fragment`
  operators.status = 'ACTIVE' and operators.agents_allowed
  and not exists (
    select 1 from agent_refusals where agent_refusals.operator_id = operators.id and agent_refusals.agent_id = ${agentId})
  and exists (
    select 1 from agents
    where agents.id = ${agentId} and ${terms})`;

/**
 * The companies in `operators` that an agent may sell for. A suspended agent may sell for none. `agentId` is an id, or
 * the column that has it.
 */
export const soldByAgent = (agentId: AgentId | Fragment): Fragment => openTo(agentId, MAY_SELL_BY_TERMS);

/** The companies in `operators` whose trips an agent reads. A suspended agent reads as before. */
const readByAgent = (agentId: AgentId): Fragment => openTo(agentId, BY_TERMS);

export const knexAgentCompanies = (sql: Sql): AgentCompanies => ({
  maySell: async (agentId, operatorId) =>
    (await sql.one`select 1 as found from operators where operators.id = ${operatorId} and ${soldByAgent(agentId)}`) !==
    undefined,

  readsTrip: async (agentId, tripId) =>
    (await sql.one`
      select 1 as found from schedules join buses on buses.id = schedules.bus_id join operators on operators.id = buses.operator_id
      where schedules.id = ${tripId} and ${readByAgent(agentId)}`) !== undefined,

  async list(agentId) {
    const rows = await sql.rows<CompanyRow>`
      select ${COMPANY_COLUMNS} from operators where ${readByAgent(agentId)} order by operators.id`;
    return rows.map(toCompany);
  },

  async of(agentId) {
    const rows = await sql.rows<{ id: OperatorId }>`
      select operators.id from operators where ${readByAgent(agentId)} order by operators.id`;
    return rows.map(({ id }) => id);
  },
});
