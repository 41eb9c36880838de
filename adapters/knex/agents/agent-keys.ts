import type { AgentStatus } from '../../../core/accounts/membership.ts';
import type { AgentKey, AgentKeyStatus, AgentScope } from '../../../core/agents/agent-key.ts';
import type { AgentKeyRepo, AgentKeyViews, KnownKey } from '../../../core/agents/ports.ts';
import type { AgentId, AgentKeyId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { behind, where } from '../engine/keyset.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';

interface KeyRow {
  readonly id: AgentKeyId;
  readonly agent_id: AgentId;
  readonly label: string;
  readonly starts_with: string;
  readonly scopes: string;
  readonly daily_amount_paisa: Paisa | null;
  readonly status: AgentKeyStatus;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly last_used_at: Instant | null;
}

interface KnownRow extends KeyRow {
  readonly agent_status: AgentStatus;
  readonly is_of_sandbox: boolean;
}

const COLUMNS = raw(`
  agent_keys.id, agent_keys.agent_id, agent_keys.label, agent_keys.starts_with, agent_keys.scopes, agent_keys.daily_amount_paisa,
  agent_keys.status, agent_keys.created_at, agent_keys.expires_at, agent_keys.last_used_at`);

const toKey = (row: KeyRow): AgentKey => ({
  id: row.id,
  agentId: row.agent_id,
  label: row.label,
  startsWith: row.starts_with,
  scopes: JSON.parse(row.scopes) as readonly AgentScope[],
  dailyAmount: row.daily_amount_paisa,
  status: row.status,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

const toKnown = (row: KnownRow): KnownKey => ({
  ...toKey(row),
  agentStatus: row.agent_status,
  isOfSandbox: row.is_of_sandbox,
});

/** The columns of a KnownRow. A stranger's key is made at the same moment as its agent. */
const KNOWN_COLUMNS = fragment`${COLUMNS}, agents.status as agent_status,
  agents.is_test and agent_keys.created_at = agents.created_at as is_of_sandbox`;

/** Stores keys in `agent_keys`, by their hashes. The row of a deleted key stays, because sales refer to it. */
export const knexAgentKeys = (sql: Sql): AgentKeyRepo => ({
  async add({ agentId, label, startsWith, digest, scopes, dailyAmount, createdAt, expiresAt }) {
    const added = await sql.one<{ id: AgentKeyId }>`
      insert into agent_keys (agent_id, label, starts_with, key_hash, scopes, daily_amount_paisa, created_at, expires_at)
      values (${agentId}, ${label}, ${startsWith}, ${digest}, ${JSON.stringify(scopes)}, ${dailyAmount}, ${createdAt}, ${expiresAt})
      returning id`;
    if (!added) throw new Error('A key was not added.');
    return added.id;
  },

  async find(agentId, id) {
    const row = await sql.one<KeyRow>`
      select ${COLUMNS} from agent_keys where id = ${id} and agent_id = ${agentId} and deleted_at is null`;
    return row && toKey(row);
  },

  async count(agentId, now) {
    const row = await sql.one<{ count: number }>`
      select count(*) as count from agent_keys
      where agent_id = ${agentId} and deleted_at is null and (expires_at is null or expires_at > ${now})`;
    return row?.count ?? 0;
  },

  async save({ id, label, scopes, dailyAmount, status, expiresAt }) {
    await sql.changes`
      update agent_keys set label = ${label}, scopes = ${JSON.stringify(scopes)}, daily_amount_paisa = ${dailyAmount},
        status = ${status}, expires_at = ${expiresAt}
      where id = ${id}`;
  },

  async delete(id, at) {
    await sql.changes`update agent_keys set deleted_at = ${at} where id = ${id} and deleted_at is null`;
  },

  async use(id, at) {
    sql.post`
      update agent_keys set last_used_at = ${at} where id = ${id} and (last_used_at is null or last_used_at < ${at})`;
  },

  async prolong(id, until) {
    sql.post`update agent_keys set expires_at = ${until} where id = ${id} and expires_at < ${until}`;
  },
});

export const knexAgentKeyViews = (read: Sql): AgentKeyViews => ({
  async ofDigest(digest) {
    const row = await read.one<KnownRow>`
      select ${KNOWN_COLUMNS} from agent_keys join agents on agents.id = agent_keys.agent_id
      where agent_keys.key_hash = ${digest} and agent_keys.deleted_at is null`;
    return row && toKnown(row);
  },

  async find(id) {
    const row = await read.one<KnownRow>`
      select ${KNOWN_COLUMNS} from agent_keys join agents on agents.id = agent_keys.agent_id
      where agent_keys.id = ${id} and agent_keys.deleted_at is null`;
    return row && toKnown(row);
  },

  async list(agentId, page) {
    const rows = await read.rows<KeyRow>`
      select ${COLUMNS} from agent_keys
      ${where([
        fragment`agent_keys.agent_id = ${agentId} and agent_keys.deleted_at is null`,
        ...behind(raw('agent_keys.id'), page.after, 'desc'),
      ])}
      order by agent_keys.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toKey), page, ({ id }) => [id]);
  },
});
