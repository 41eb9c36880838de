import { type Static, Type } from '@sinclair/typebox';
import { LONGEST_NAME } from '../../../core/accounts/account.ts';
import { AGENT_STATUSES } from '../../../core/accounts/membership.ts';
import type { AgentTerms } from '../../../core/agents/agent.ts';
import type { AddAgent, ChangeAgent, FindAgent, NewAgentTerms } from '../../../core/agents/manage-agent.ts';
import type { AgentViews } from '../../../core/agents/ports.ts';
import { agentUnknown, companyUnknown } from '../../../core/companies/refusals.ts';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { basisPoints, fromRupees } from '../../../core/kernel/money.ts';
import { agentResponse, toAgent } from './agent.ts';
import { choice, decimal, givenId, id, item, keyOf, matching, orNull, sizedName } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly agentViews: Pick<AgentViews, 'list'>;
  readonly findAgent: FindAgent;
  readonly addAgent: AddAgent;
  readonly changeAgent: ChangeAgent;
}

const params = Type.Object({ id: id<AgentId>({ description: 'Identifies the agent.' }) });

const amount = (description: string) =>
  decimal({ minimum: 0, maximum: 100_000_000 }, { description, examples: [100_000] });

const required = {
  name: sizedName({ max: LONGEST_NAME }, { examples: ['Himal Tickets'] }),
  contact_email: item({ format: 'email', examples: ['office@himal.example'] }),
  commission_rate: decimal(
    { minimum: 0, maximum: 30 },
    { description: 'Gives the commission of the agent, in percent of a sale.', examples: [7.5] },
  ),
  credit_limit: amount('Limits what the agent may owe, in NPR.'),
};

const optional = {
  contact_phone: orNull(
    matching(/^[0-9 +-]{5,20}$/, '5 to 20 digits, spaces, plus and minus signs', { examples: ['01-4411223'] }),
  ),
  warn_below: orNull(
    amount(
      'Sets the amount, in NPR, below which the agent gets a mail when its credit falls; null means a tenth of the limit.',
    ),
  ),
  operators: orNull(
    Type.Array(givenId({ examples: [3] }), {
      maxItems: 1_000,
      description:
        'Lists the ids of the companies that the agent may sell for. Null means all companies, an empty list none.',
    }),
  ),
};

const newAgent = Type.Object({ ...required, ...Type.Partial(Type.Object(optional)).properties });
const agentChange = Type.Partial(
  Type.Object({ ...required, ...optional, status: choice(AGENT_STATUSES, { examples: ['ACTIVE'] }) }),
);

/** The fields that the request contains, under the core's names. */
function termsOf(body: Static<typeof agentChange>): Partial<AgentTerms> {
  const { contact_email: email, contact_phone: phone, commission_rate: rate, credit_limit: limit } = body;
  const { name, warn_below: warn, operators, status } = body;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { contactEmail: email }),
    ...(phone !== undefined && { contactPhone: phone }),
    ...(rate !== undefined && { commissionRate: basisPoints(Math.round(rate * 100)) }),
    ...(limit !== undefined && { creditLimit: fromRupees(limit) }),
    ...(warn !== undefined && { warnBelow: warn === null ? null : fromRupees(warn) }),
    ...(operators !== undefined && { operators: operators && operators.map((given) => keyOf<OperatorId>(given)) }),
    ...(status !== undefined && { status }),
  };
}

/** The terms of a new agent. The schema requires all of them that have no default. */
const newTermsOf = (body: Static<typeof newAgent>): NewAgentTerms =>
  ({ contactPhone: null, warnBelow: null, operators: null, ...termsOf(body) }) as NewAgentTerms;

export const adminAgentRoutes = ({ agentViews, findAgent, addAgent, changeAgent, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/admin/agents',
    operationId: 'listAgents',
    summary: 'List the agents',
    description: 'Lists the agents, who sell tickets of bus companies on account, newest first.',
    returns: 'Lists the agents, newest first, page by page.',
    access: 'admin',
    filters: {
      q: substring('Limits the list to agents with this text in the name.'),
      status: oneOfWords(AGENT_STATUSES),
    },
    item: agentResponse,
    list: ({ given }, page) => agentViews.list(given, page),
    toItem: toAgent,
  }),

  route({
    method: 'post',
    path: '/api/admin/agents',
    operationId: 'addAgent',
    summary: 'Add an agent',
    description:
      'Adds a business that sells tickets on account. Invite an owner, or add a key for its program, so that it can begin.',
    returns: 'Shows the new agent, which is ACTIVE.',
    access: 'admin',
    idempotent: true,
    body: newAgent,
    status: 201,
    response: agentResponse,
    refuses: [companyUnknown],
    handle: ({ caller, body, once }) => once(toAgent, (keep) => addAgent(caller.userId, newTermsOf(body), keep)),
  }),

  route({
    method: 'get',
    path: '/api/admin/agents/:id',
    operationId: 'getAgent',
    summary: 'Look at an agent',
    description: 'Shows an administrator one agent, with its terms and what it owes.',
    returns: 'Shows the agent with this id.',
    access: 'admin',
    params,
    status: 200,
    response: agentResponse,
    refuses: [agentUnknown],
    handle: async ({ params: { id: agent } }) => toAgent(await findAgent(agent)),
  }),

  route({
    method: 'patch',
    path: '/api/admin/agents/:id',
    operationId: 'changeAgent',
    summary: 'Change the terms of an agent',
    description:
      'Changes only the terms that are sent. A rate holds for later sales. A suspended agent sells nothing; tickets that it has sold stay good.',
    returns: 'Shows the agent after the change.',
    access: 'admin',
    params,
    exists: ({ params: { id: agent } }) => findAgent(agent),
    body: agentChange,
    status: 200,
    response: agentResponse,
    refuses: [agentUnknown, companyUnknown],
    handle: async ({ caller, params: { id: agent }, body }) =>
      toAgent(await changeAgent(caller.userId, agent, termsOf(body))),
  }),
];
