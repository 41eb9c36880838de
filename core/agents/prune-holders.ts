import { daysAfter } from '../kernel/time.ts';
import { pruneAll } from '../platform/prune.ts';
import type { AgentWorld } from './world.ts';

/** Days after their last request for which customers of agents are kept. Programs name a new customer for each cart. */
const HOLDER_DAYS = 2;

export type PruneHolders = ReturnType<typeof pruneHolders>;

/** Deletes agents' customers that were not named for days and hold no seats, in batches. Returns their number. */
export const pruneHolders =
  ({ clock, transact }: AgentWorld) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -HOLDER_DAYS);
    return pruneAll(batch, (limit) => transact(({ agentHolders }) => agentHolders.prune(before, limit)));
  };
