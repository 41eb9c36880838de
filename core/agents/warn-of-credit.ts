import type { AgentId } from '../kernel/ids.ts';
import type { CreditLowMail } from '../platform/mailer.ts';
import { type Agent, availableOf, warningOf } from './agent.ts';
import type { AgentWorld } from './world.ts';

export type WarnOfCredit = ReturnType<typeof warnOfCredit>;

/**
 * Mails each agent whose available credit has fallen below its warning, by a sale, a change, an adjustment, or another
 * limit. The next mail comes only after enough was available again. Returns the number of warnings.
 */
export const warnOfCredit =
  ({ agentViews, ...world }: AgentWorld) =>
  async (): Promise<number> => {
    let warned = 0;
    for (const id of await agentViews.withOtherWarning()) if (await judge(world, id)) warned += 1;
    return warned;
  };

/** Starts or ends the warning of an agent. True if it starts. */
const judge = ({ clock, transact }: Pick<AgentWorld, 'clock' | 'transact'>, id: AgentId): Promise<boolean> =>
  transact(async ({ agents, mailQueue }) => {
    const agent = await agents.lock(id);
    if (!agent) return false;
    const isLow = availableOf(agent) < warningOf(agent);
    if (isLow === agent.isWarned) return false;
    await agents.setWarned(id, isLow);
    if (!isLow) return false;
    // Nobody asked for mails when a stranger made a test agent.
    if (!agent.isTest) await mailQueue.post([creditLow(agent)], clock());
    return true;
  });

const creditLow = (agent: Agent): CreditLowMail => ({
  kind: 'credit-low',
  to: agent.contactEmail,
  name: agent.name,
  available: availableOf(agent),
  warnBelow: warningOf(agent),
});
