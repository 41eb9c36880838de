import { agentPaid } from '../../core/ledger/agent-entries.ts';
import { anAdmin } from './people.ts';
import type { Agent } from '../../core/agents/agent.ts';
import { type AgentKey, startOf } from '../../core/agents/agent-key.ts';
import type { NewAgent, NewAgentKey } from '../../core/agents/ports.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { START } from './clock.ts';
import { CRYPTO } from './crypto.ts';
import type { Engine } from './engines.ts';

/** Agents for tests. Each test sets only the fields that it needs. */

/** Adds an agent that may sell for all companies. */
export async function anAgent(
  { transact, agentViews }: Pick<Engine, 'transact' | 'agentViews'>,
  traits: Partial<NewAgent> = {},
): Promise<Agent> {
  const id = await transact(({ agents }) =>
    agents.add({
      name: 'Himal Tickets',
      contactEmail: 'office@himal.example',
      contactPhone: null,
      commissionRate: basisPoints(500),
      creditLimit: paisa(10_000_000),
      warnBelow: null,
      operators: null,
      isTest: false,
      createdAt: START,
      ...traits,
    }),
  );
  return (await agentViews.find(id))!;
}

let keys = 0;

/** Adds a key with the scope `sell`. `key` is the text that requests send. */
export async function anAgentKey(
  { transact }: Pick<Engine, 'transact'>,
  { id: agentId }: Pick<Agent, 'id'>,
  traits: Partial<NewAgentKey> = {},
): Promise<AgentKey & { readonly key: string }> {
  keys += 1;
  const key = `bt_test_${String(keys).padStart(32, '0')}`;
  return transact(async ({ agentKeys }) => {
    const id = await agentKeys.add({
      agentId,
      label: 'Shop',
      startsWith: startOf(key),
      digest: CRYPTO.tokenDigests.of(key),
      scopes: ['sell'],
      dailyAmount: null,
      createdAt: START,
      expiresAt: null,
      ...traits,
    });
    return { ...(await agentKeys.find(agentId, id))!, key };
  });
}

/** Adds an agent with a payment, and with the payment's ledger row. */
export async function anAgentThatPaid(engine: Parameters<typeof anAgent>[0], amount = paisa(25_000)): Promise<Agent> {
  const agent = await anAgent(engine);
  const { id: addedBy } = await anAdmin(engine);
  await engine.transact(async ({ agentPayments, ledger }) => {
    const payment = { agentId: agent.id, at: START, amount, reference: 'NIC-1', addedBy };
    const agentPaymentId = (await agentPayments.add(payment))!;
    await ledger.record(agentPaid({ agentId: agent.id, agentPaymentId, amount }), START);
  });
  return agent;
}
