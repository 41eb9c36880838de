import { isOperatorEmail, normalEmail } from '../accounts/email-address.ts';
import { percentOf } from '../companies/company.ts';
import { agentUnknown, companyUnknown } from '../companies/refusals.ts';
import type { AgentId, UserId } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import { toRupees } from '../kernel/money.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import type { Agent, AgentTerms } from './agent.ts';
import { endHoldsOfAgent } from './end-agent-holds.ts';
import { badAgentEmail } from './refusals.ts';
import type { AgentStores, AgentWorld } from './world.ts';

/** An agent's terms with the API's field names, for the activity log. */
const logged = (agent: AgentTerms): Readonly<Record<string, JsonValue>> => ({
  name: agent.name,
  contact_email: agent.contactEmail,
  contact_phone: agent.contactPhone,
  commission_rate: percentOf(agent.commissionRate),
  credit_limit: toRupees(agent.creditLimit),
  warn_below: agent.warnBelow && toRupees(agent.warnBelow),
  operators: agent.operators && [...agent.operators],
  status: agent.status,
});

/** Brings terms into the stored form. Throws if the e-mail address is none, or a company is unknown. */
async function checked<Terms extends Partial<AgentTerms>>(
  { companies }: AgentStores,
  { contactEmail, operators, ...terms }: Terms,
): Promise<Terms> {
  const ids = operators && [...new Set(operators)].sort((one, other) => one - other);
  for (const id of ids ?? []) if (!(await companies.find(id))) throw companyUnknown();
  return {
    ...terms,
    ...(contactEmail !== undefined && { contactEmail: emailOf(contactEmail) }),
    ...(operators !== undefined && { operators: ids ?? null }),
  } as Terms;
}

function emailOf(given: string): string {
  const email = normalEmail(given);
  if (!isOperatorEmail(email)) throw badAgentEmail();
  return email;
}

export type NewAgentTerms = Omit<AgentTerms, 'status'>;

export type AddAgent = ReturnType<typeof addAgent>;

/** Adds an agent. It sells nothing until it has a key or a member of staff. */
export const addAgent =
  ({ clock, transact }: AgentWorld) =>
  async (admin: UserId, given: NewAgentTerms, keep?: KeepResult<Agent>): Promise<Agent> => {
    emailOf(given.contactEmail);
    return transact(async (stores) => {
      const now = clock();
      const terms = await checked(stores, given);
      const id = await stores.agents.add({ ...terms, isTest: false, createdAt: now });
      const agent = await lockKnown(stores, id);
      await stores.trail.add(
        {
          kind: 'AGENT_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'agent', id },
          changes: changesBetween({}, logged(agent)),
          description: `Added the agent ${agent.name}.`,
        },
        now,
      );
      await keep?.(agent, stores);
      return agent;
    });
  };

export type ChangeAgent = ReturnType<typeof changeAgent>;

/** Changes terms of an agent. A changed rate holds for later sales. A SUSPENDED agent sells nothing from now on. Its
 * holds end, and those on trips of companies that the agent may not sell for any more. */
export const changeAgent =
  (world: AgentWorld) =>
  async (admin: UserId, id: AgentId, given: Partial<AgentTerms>): Promise<Agent> => {
    const { clock, transact } = world;
    if (given.contactEmail !== undefined) emailOf(given.contactEmail);
    const changed = await transact(async (stores) => {
      const before = await lockKnown(stores, id);
      const after = { ...before, ...(await checked(stores, given)) };
      const changes = changesBetween(logged(before), logged(after));
      if (Object.keys(changes).length === 0) return before;
      const now = clock();
      await stores.agents.save(after);
      await stores.trail.add(
        {
          kind: 'AGENT_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'agent', id },
          changes,
          description: `Changed the agent ${after.name}.`,
        },
        now,
      );
      return after;
    });
    if (given.status !== undefined || given.operators !== undefined) await endHoldsOfAgent(world, id);
    return changed;
  };

export type FindAgent = ReturnType<typeof findAgent>;

export const findAgent =
  ({ agentViews }: Pick<AgentWorld, 'agentViews'>) =>
  async (id: AgentId): Promise<Agent> => {
    const agent = await agentViews.find(id);
    if (!agent) throw agentUnknown();
    return agent;
  };

/** Locks an agent until the transaction ends. Throws if there is none. */
export async function lockKnown({ agents }: Pick<AgentStores, 'agents'>, id: AgentId): Promise<Agent> {
  const agent = await agents.lock(id);
  if (!agent) throw agentUnknown();
  return agent;
}
