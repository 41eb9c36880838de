import { Type } from '@sinclair/typebox';
import { AGENT_STATUSES } from '../../../core/accounts/membership.ts';
import { type AgentKey, AGENT_KEY_STATUSES, AGENT_SCOPES } from '../../../core/agents/agent-key.ts';
import { type Agent, availableOf } from '../../../core/agents/agent.ts';
import type { ShownKey } from '../../../core/agents/manage-keys.ts';
import { percentOf } from '../../../core/companies/company.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { creationMoment, emailAddress, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

/** An agent as administrators see it. */
export const agentResponse = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    name: Type.String({ examples: ['Himal Tickets'] }),
    contact_email: emailAddress({ examples: ['office@himal.example'] }),
    contact_phone: nullable(Type.String({ examples: ['01-4411223'] })),
    commission_rate: Type.Number({
      description: 'Gives the commission of the agent, in percent of a sale. The platform pays it.',
      examples: [7.5],
    }),
    credit_limit: rupees({ description: 'Limits what the agent may owe, in NPR.' }),
    warn_below: nullable(
      rupees({
        description:
          'Gives the amount, in NPR, below which the agent gets a mail when its credit falls; null means a tenth of the limit.',
      }),
    ),
    operators: nullable(
      Type.Array(Type.Integer({ examples: [3] }), {
        description: 'Lists the ids of the companies that the agent may sell for; null means all companies.',
      }),
    ),
    status: Type.String({ enum: AGENT_STATUSES }),
    balance: rupees({
      description: 'Gives the amount that the agent owes, in NPR; it is negative if the agent has paid in advance.',
    }),
    available: rupees({ description: 'Gives the amount for which the agent may still buy, in NPR.' }),
    created_at: creationMoment(),
  },
  { title: 'Agent' },
);

export const toAgent = (agent: Agent) => ({
  id: agent.id,
  name: agent.name,
  contact_email: agent.contactEmail,
  contact_phone: agent.contactPhone,
  commission_rate: percentOf(agent.commissionRate),
  credit_limit: toRupees(agent.creditLimit),
  warn_below: agent.warnBelow === null ? null : toRupees(agent.warnBelow),
  operators: agent.operators && [...agent.operators],
  status: agent.status,
  balance: toRupees(agent.balance),
  available: toRupees(availableOf(agent)),
  created_at: toIso(agent.createdAt),
});

/** A key of an agent. No answer but the first contains the key itself. */
export const keyResponse = Type.Object(
  {
    id: Type.Integer({ examples: [9] }),
    label: Type.String({ examples: ['Web shop'] }),
    starts_with: Type.String({ description: 'Shows the first 12 characters of the key.', examples: ['bt_live_Xq7T'] }),
    scopes: Type.Array(Type.String({ enum: AGENT_SCOPES }), {
      description: 'Lists the powers of the key. `sell` includes `read`.',
      examples: [['sell']],
    }),
    daily_amount: nullable(
      rupees({ description: 'Limits what the key may sell in a local day, in NPR; null means no bound.' }),
    ),
    status: Type.String({ enum: AGENT_KEY_STATUSES }),
    created_at: creationMoment(),
    expires_at: nullable(moment({ description: 'Tells from when on the key is invalid; null if it has no end.' })),
    last_used_at: nullable(
      moment({
        description: 'Tells when the last request with the key came, exact to a minute; null if there was none.',
      }),
    ),
  },
  { title: 'AgentKey' },
);

export const toKeyResponse = (key: AgentKey) => ({
  id: key.id,
  label: key.label,
  starts_with: key.startsWith,
  scopes: [...key.scopes],
  daily_amount: key.dailyAmount === null ? null : toRupees(key.dailyAmount),
  status: key.status,
  created_at: toIso(key.createdAt),
  expires_at: isoOrNull(key.expiresAt),
  last_used_at: isoOrNull(key.lastUsedAt),
});

export const shownKeyResponse = Type.Object(
  {
    ...keyResponse.properties,
    key: Type.String({
      description: 'Is the key itself. Keep it now: no later answer shows it.',
      examples: ['bt_live_Xq7TkzM2vYb8Lr0NcW5hJd3GfPa9Se1u'],
    }),
  },
  { title: 'NewAgentKey' },
);

export const toShownKey = ({ key, ...rest }: ShownKey) => ({ ...toKeyResponse(rest), key });
