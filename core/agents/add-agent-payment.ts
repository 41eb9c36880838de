import type { AgentId, UserId } from '../kernel/ids.ts';
import { npr, type Paisa, toRupees } from '../kernel/money.ts';
import { agentPaid } from '../ledger/agent-entries.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import { agentUnknown } from '../companies/refusals.ts';
import { paymentKnown } from './refusals.ts';
import type { AgentPayment } from './sale-ports.ts';
import { settleStatements } from './settle-statements.ts';
import type { AgentWorld } from './world.ts';

export type AddAgentPayment = ReturnType<typeof addAgentPayment>;

/**
 * Records that an agent paid the platform, and turns the statements that are settled by it into PAID ones. A reference
 * can be recorded once for an agent.
 */
export const addAgentPayment =
  ({ clock, transact }: AgentWorld) =>
  async (
    admin: UserId,
    agentId: AgentId,
    { amount, reference }: { readonly amount: Paisa; readonly reference: string },
    keep?: KeepResult<AgentPayment>,
  ): Promise<AgentPayment> =>
    transact(async (stores) => {
      const agent = await stores.agents.lock(agentId);
      if (!agent) throw agentUnknown();
      const at = clock();
      const id = await stores.agentPayments.add({ agentId, at, amount, reference, addedBy: admin });
      if (id === undefined) throw paymentKnown();
      await stores.ledger.record(agentPaid({ agentId, agentPaymentId: id, amount }), at);
      await settleStatements(stores, agentId, at);
      await stores.trail.add(
        {
          kind: 'AGENT_PAYMENT_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'agent_payment', id },
          changes: changesBetween({}, { amount: toRupees(amount), reference }),
          description: `Noted that ${agent.name} paid ${npr(amount)}, reference ${reference}.`,
          amount,
        },
        at,
      );
      const added = await stores.agentPayments.find(id);
      if (!added) throw new Error(`Payment ${id} is gone.`);
      await keep?.(added, stores);
      return added;
    });
