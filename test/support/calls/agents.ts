import type { AgentKey } from '../../../core/agents/agent-key.ts';
import type { AgentId, AgentKeyId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, LIMIT, N, NOW, OPERATOR } from './rows.ts';

/** An agent with a hundred keys, and one of these keys. */
const [AGENT, KEY] = [2 as AgentId, N as AgentKeyId];

const TERMS = {
  name: 'Himal Tickets',
  contactEmail: 'office@himal.example',
  contactPhone: null,
  commissionRate: basisPoints(500),
  creditLimit: paisa(1_000_000),
  warnBelow: null,
  operators: [OPERATOR],
};

const ADDED = {
  agentId: AGENT,
  label: 'Shop',
  startsWith: 'bt_live_abcd',
  scopes: ['sell'],
  dailyAmount: null,
  createdAt: NOW,
  expiresAt: null,
} as const;

const STORED: AgentKey = { ...ADDED, id: KEY, status: 'ACTIVE', lastUsedAt: null };

export const AGENT_CALLS = {
  agents: {
    add: ({ agents }) => agents.add({ ...TERMS, isTest: false, createdAt: NOW }),
    lock: ({ agents }) => agents.lock(AGENT),
    save: async ({ agents }) => {
      const agent = await agents.lock(AGENT);
      if (agent) await agents.save({ ...agent, ...TERMS });
    },
  },
  agentKeys: {
    add: ({ agentKeys }) => agentKeys.add({ ...ADDED, digest: 'fresh' }),
    find: ({ agentKeys }) => agentKeys.find(AGENT, KEY),
    count: ({ agentKeys }) => agentKeys.count(AGENT, NOW),
    save: ({ agentKeys }) => agentKeys.save(STORED),
    delete: ({ agentKeys }) => agentKeys.delete(KEY, NOW),
    use: ({ agentKeys }) => agentKeys.use(KEY, NOW),
  },
  agentCompanies: {
    maySell: ({ agentCompanies }) => agentCompanies.maySell(AGENT, OPERATOR),
    of: ({ agentCompanies }) => agentCompanies.of(AGENT),
  },
} as const satisfies Calls<Stores, Pick<Stores, 'agents' | 'agentKeys' | 'agentCompanies'>>;

export const AGENT_VIEW_CALLS = {
  agentViews: {
    find: ({ agentViews }) => agentViews.find(AGENT),
    list: ({ agentViews }) => agentViews.list({ q: 'himal', status: 'ACTIVE' }, { limit: LIMIT }),
  },
  agentKeyViews: {
    ofDigest: ({ agentKeyViews }) => agentKeyViews.ofDigest(`digest-${N}`),
    find: ({ agentKeyViews }) => agentKeyViews.find(KEY),
    list: ({ agentKeyViews }) => agentKeyViews.list(AGENT, { limit: LIMIT }),
  },
  agentCompanies: {
    maySell: ({ agentCompanies }) => agentCompanies.maySell(AGENT, OPERATOR),
    of: ({ agentCompanies }) => agentCompanies.of(AGENT),
  },
} as const satisfies Calls<Views, Pick<Views, 'agentViews' | 'agentKeyViews' | 'agentCompanies'>>;
