import { basisPoints, paisa } from '../kernel/money.ts';
import { daysAfter } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import type { Agent, AgentTerms } from './agent.ts';
import { SANDBOX_KEY_DAYS } from './agent-key.ts';
import { lockKnown } from './manage-agent.ts';
import { type ShownKey, storeKey } from './manage-keys.ts';
import type { AgentWorld } from './world.ts';

/** The terms of every agent that a stranger makes. No mail goes to the address. */
const TERMS: Omit<AgentTerms, 'name' | 'status'> = {
  contactEmail: 'agent@sandbox.example',
  contactPhone: null,
  commissionRate: basisPoints(500),
  creditLimit: paisa(10_000_000),
  warnBelow: null,
  operators: null,
};

const DEFAULT_NAME = 'Test agent';

/** An agent that a stranger made on a sandbox, with its key. */
export interface SandboxAgent {
  readonly agent: Agent;
  readonly key: ShownKey;
}

/** The demo makes an agent before it has the rest of the world. */
type Needs = Pick<AgentWorld, 'clock' | 'transact' | 'random' | 'tokenDigests' | 'keyMode'>;

export type AddSandboxAgent = ReturnType<typeof addSandboxAgent>;

/** Adds an agent with a key for anybody who asks on a sandbox. The key ends 30 days after its last request. */
export const addSandboxAgent =
  (world: Needs) =>
  async (name = DEFAULT_NAME): Promise<SandboxAgent> =>
    world.transact(async (stores) => {
      const now = world.clock();
      const id = await stores.agents.add({ ...TERMS, name, isTest: true, createdAt: now });
      const agent = await lockKnown(stores, id);
      const rights = { label: 'Test key', scopes: ['sell', 'webhooks'], dailyAmount: null } as const;
      // Made at the agent's own moment: by that the key is known as the one that a stranger got.
      const key = await storeKey(
        world,
        stores,
        { ...rights, agentId: id, expiresAt: daysAfter(now, SANDBOX_KEY_DAYS) },
        now,
      );
      await stores.trail.add(
        {
          kind: 'AGENT_ADDED',
          actor: { role: 'SYSTEM' },
          operatorId: null,
          subject: { type: 'agent', id },
          changes: changesBetween({}, { name }),
          description: `Added the agent ${name} for somebody who tries the sandbox.`,
        },
        now,
      );
      return { agent, key };
    });
