import type { AgentId, UserId } from '../kernel/ids.ts';
import { minus, npr, plus, toRupees } from '../kernel/money.ts';
import { type SliceNeeds, earlier, makeInSlices } from '../ledger/make-in-slices.ts';
import { untilAhead } from '../ledger/refusals.ts';
import { beginningOf } from '../ledger/statement.ts';
import { firstLinesOf } from '../ledger/view-statements.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import { type AgentStatementWithLines, agentLinesOf, agentNumberOf, agentSumsOf } from './agent-statement.ts';
import { findAgent, lockKnown } from './manage-agent.ts';
import { nothingToStateOfAgent } from './refusals.ts';
import { settleStatements } from './settle-statements.ts';
import type { AgentStatementDraft } from './statement-ports.ts';
import type { AgentStores, AgentWorld } from './world.ts';

export type MakeAgentStatement = ReturnType<typeof makeAgentStatement>;

/**
 * Makes a statement of the agent's ledger rows, up to the end of a day, that are on no statement yet. It begins with
 * the total of the statement before. It is PAID at once if nothing is owed, or if enough was paid already.
 */
export const makeAgentStatement =
  (world: AgentWorld & SliceNeeds) =>
  async (
    admin: UserId,
    { agentId, until }: { readonly agentId: AgentId; readonly until: string },
    keep?: KeepResult<AgentStatementWithLines>,
  ): Promise<AgentStatementWithLines> => {
    const { clock, calendar } = world;
    await findAgent(world)(agentId);
    const span = calendar.day(until);
    if (!span || until > calendar.date(clock())) throw untilAhead();
    const { end } = span;

    return makeInSlices(world, {
      owner: `agent ${agentId}`,
      until,
      lockDraft: ({ agentStatements }: AgentStores) => agentStatements.lockDraft(agentId),
      async begin({ agentStatements }) {
        if (!(await agentStatements.hasUnstated(agentId, end))) throw nothingToStateOfAgent();
        return agentStatements.begin({ agentId, until, end, madeBy: admin });
      },
      async takeUp({ agentStatements }, draft, limit) {
        const { entries, passed, isLast } = await agentStatements.takeUp(draft, limit);
        await agentStatements.addLines(draft.id, agentLinesOf(entries));
        const { net, paid } = agentSumsOf(entries);
        const firstAt = earlier(draft.firstAt, beginningOf(entries));
        return {
          draft: { ...draft, passed, firstAt, net: plus(draft.net, net), paid: plus(draft.paid, paid) },
          isLast,
        };
      },
      saveDraft: ({ agentStatements }, draft) => agentStatements.saveDraft(draft),
      complete: (stores, draft) => complete(stores, world, draft),
      async read(stores, id) {
        const made = await firstLinesOf({ statementViews: stores.agentStatementViews }, id);
        await keep?.(made, stores);
        return made;
      },
    });
  };

async function complete(
  stores: AgentStores,
  { clock, calendar }: AgentWorld,
  { id, agentId, firstAt, until, net, paid, madeBy }: AgentStatementDraft,
): Promise<void> {
  // Another process may have put all ledger rows on a statement since `hasUnstated`.
  if (firstAt === null) throw nothingToStateOfAgent();
  const { agentStatements, trail } = stores;
  const madeAt = clock();
  const number = await agentStatements.nextNumber(Number(calendar.date(madeAt).slice(0, 4)));
  // The agent is locked last. From here on no payment of the agent can be noted before this transaction ends.
  const { name: agentName } = await lockKnown(stores, agentId);
  const from = calendar.date(firstAt);
  const openingBalance = await agentStatements.lastTotal(agentId);
  const total = minus(plus(openingBalance, net), paid);
  const sums = { openingBalance, net, paid, total };
  await agentStatements.add({ id, ...number, ...sums, agentId, agentName, from, until, madeAt });
  await settleStatements(stores, agentId, madeAt);
  const facts = { number: agentNumberOf(number), from, until, total: toRupees(total) };
  await trail.add(
    {
      kind: 'AGENT_STATEMENT_MADE',
      actor: { role: 'ADMIN', userId: madeBy },
      operatorId: null,
      subject: { type: 'agent_statement', id },
      changes: changesBetween({}, facts),
      description: `Made statement ${facts.number} of ${agentName} from ${from} until ${until}: ${npr(total)}.`,
    },
    madeAt,
  );
}
