import { pruneAll } from '../platform/prune.ts';
import { keptDeliveriesSince, keptEventsSince } from './delivery.ts';
import type { ListeningWorld } from './world.ts';

export type PruneListening = ReturnType<typeof pruneListening>;

/** Deletes events after 7 days and deliveries after 30, in batches. Returns the number of deleted rows. */
export const pruneListening =
  ({ clock, transact }: ListeningWorld) =>
  async (batch = 1_000): Promise<number> => {
    const now = clock();
    const events = await pruneAll(batch, (limit) =>
      transact(({ eventFeed }) => eventFeed.prune(keptEventsSince(now), limit)),
    );
    const deliveries = await pruneAll(batch, (limit) =>
      transact((stores) => stores.deliveries.prune(keptDeliveriesSince(now), limit)),
    );
    return events + deliveries;
  };
