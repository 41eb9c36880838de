import type { AgentStatus } from '../../../core/accounts/membership.ts';
import type { Agent } from '../../../core/agents/agent.ts';
import type { AgentFilter, AgentRepo, AgentViews } from '../../../core/agents/ports.ts';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { folded } from '../../../core/kernel/folding.ts';
import type { BasisPoints, Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { behind, contains, where } from '../engine/keyset.ts';
import { type Fragment, type Sql, forNoKeyUpdate, fragment, jsonRows, raw } from '../engine/sql.ts';

interface AgentRow {
  readonly id: AgentId;
  readonly name: string;
  readonly contact_email: string;
  readonly contact_phone: string | null;
  readonly commission_rate_bp: BasisPoints;
  readonly credit_limit_paisa: Paisa;
  readonly warn_below_paisa: Paisa | null;
  readonly all_companies: boolean;
  /** An array of arrays with a company's id each, as JSON. */
  readonly operators: string | null;
  readonly status: AgentStatus;
  readonly balance_paisa: Paisa;
  readonly has_warning: boolean;
  readonly is_test: boolean;
  readonly created_at: Instant;
}

const columns = ({ dialect }: Pick<Sql, 'dialect'>): Fragment => fragment`
  agents.id, agents.name, agents.contact_email, agents.contact_phone, agents.commission_rate_bp, agents.credit_limit_paisa,
  agents.warn_below_paisa, agents.all_companies, agents.status, agents.balance_paisa, agents.has_warning, agents.is_test,
  agents.created_at,
  ${jsonRows(dialect, [raw('operator_id')], raw('agent_operators where agent_operators.agent_id = agents.id'))} as operators`;

const operatorsOf = ({ all_companies: isAll, operators }: AgentRow): readonly OperatorId[] | null =>
  isAll
    ? null
    : (JSON.parse(operators ?? '[]') as readonly (readonly [OperatorId])[])
        .map(([id]) => id)
        .sort((one, other) => one - other);

const toAgent = (row: AgentRow): Agent => ({
  id: row.id,
  name: row.name,
  contactEmail: row.contact_email,
  contactPhone: row.contact_phone,
  commissionRate: row.commission_rate_bp,
  creditLimit: row.credit_limit_paisa,
  warnBelow: row.warn_below_paisa,
  operators: operatorsOf(row),
  status: row.status,
  balance: row.balance_paisa,
  isWarned: row.has_warning,
  isTest: row.is_test,
  createdAt: row.created_at,
});

async function findAgent(sql: Sql, id: AgentId, lock = raw('')): Promise<Agent | undefined> {
  const row = await sql.one<AgentRow>`select ${columns(sql)} from agents where id = ${id} ${lock}`;
  return row && toAgent(row);
}

async function replaceOperators(sql: Sql, id: AgentId, operators: readonly OperatorId[] | null): Promise<void> {
  await sql.changes`delete from agent_operators where agent_id = ${id}`;
  for (const operatorId of operators ?? [])
    await sql.changes`insert into agent_operators (agent_id, operator_id) values (${id}, ${operatorId})`;
}

/** Stores agents in `agents`, and the companies of an agent that may not sell for all in `agent_operators`. */
export const knexAgents = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): AgentRepo => ({
  async add(agent) {
    const added = await sql.one<{ id: AgentId }>`
      insert into agents (name, name_key, contact_email, contact_phone, commission_rate_bp, credit_limit_paisa,
        warn_below_paisa, all_companies, is_test, created_at)
      values (${agent.name}, ${folded(agent.name)}, ${agent.contactEmail}, ${agent.contactPhone}, ${agent.commissionRate},
        ${agent.creditLimit}, ${agent.warnBelow}, ${agent.operators === null}, ${agent.isTest}, ${agent.createdAt})
      returning id`;
    if (!added) throw new Error('An agent was not added.');
    await replaceOperators(sql, added.id, agent.operators);
    return added.id;
  },

  lock: (id) => findAgent(sql, id, forNoKeyUpdate(sql)),

  async save(agent) {
    await sql.changes`
      update agents set name = ${agent.name}, name_key = ${folded(agent.name)}, contact_email = ${agent.contactEmail},
        contact_phone = ${agent.contactPhone}, commission_rate_bp = ${agent.commissionRate},
        credit_limit_paisa = ${agent.creditLimit}, warn_below_paisa = ${agent.warnBelow},
        all_companies = ${agent.operators === null}, status = ${agent.status}
      where id = ${agent.id}`;
    await replaceOperators(sql, agent.id, agent.operators);
  },

  async setWarned(id, isWarned) {
    await sql.changes`update agents set has_warning = ${isWarned} where id = ${id}`;
    if (isWarned) happened({ of: 'agent', id });
  },
});

/** As `warningOf` in the core: a tenth of the limit, rounded half up, unless the agent has an amount of its own. */
const IS_LOW = raw('(credit_limit_paisa - balance_paisa < coalesce(warn_below_paisa, (credit_limit_paisa + 5) / 10))');

const conditions = ({ q, status }: AgentFilter): readonly Fragment[] => [
  ...(status === undefined ? [] : [fragment`agents.status = ${status}`]),
  ...(q === undefined ? [] : [contains(raw('agents.name_key'), q)]),
];

/** Lists agents in the order of the primary key. Agents are few, so no index serves the filters. */
export const knexAgentViews = (read: Sql): AgentViews => ({
  find: (id) => findAgent(read, id),

  async list(filter, page) {
    const rows = await read.rows<AgentRow>`
      select ${columns(read)} from agents
      ${where([...conditions(filter), ...behind(raw('agents.id'), page.after, 'desc')])}
      order by agents.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toAgent), page, ({ id }) => [id]);
  },

  async withOtherWarning() {
    const rows = await read.rows<{ id: AgentId }>`select id from agents where ${IS_LOW} <> has_warning order by id`;
    return rows.map(({ id }) => id);
  },
});
