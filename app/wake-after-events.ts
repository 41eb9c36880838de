import type { ServiceEvent } from '../core/events.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import type { Stores } from '../core/stores.ts';

/** Calls `wake` after each commit that recorded an event, so that subscribers hear of it at once. */
export const wakeAfterEvents = (transact: Transact<Stores>, wake: () => void): Transact<Stores> =>
  async (work) => {
    const recorded: ServiceEvent[] = [];
    const result = await transact((stores) => {
      const { events } = stores;
      // A transaction that had to begin anew has recorded nothing before.
      recorded.length = 0;
      return work({ ...stores, events: { record: (event, at) => { recorded.push(event); return events.record(event, at); } } });
    });
    if (recorded.length > 0) wake();
    return result;
  };
