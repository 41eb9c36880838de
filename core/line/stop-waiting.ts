import type { UserId, WaitId } from '../kernel/ids.ts';
import { endWait } from './end-wait.ts';
import { waitUnknown } from './refusals.ts';
import type { LineTerms, LineWorld } from './world.ts';

export type StopWaiting = ReturnType<typeof stopWaiting>;

/** Ends a passenger's own wait. The seats of an offer go to the next in line. */
export const stopWaiting =
  (world: LineWorld & LineTerms) =>
  async (passenger: UserId, id: WaitId): Promise<void> =>
    world.transact(async (stores) => {
      const { waits, line } = stores;
      const own = async () => {
        const wait = await waits.find(id);
        if (wait?.userId !== passenger) throw waitUnknown();
        return wait;
      };
      const { tripId } = await own();
      await waits.lockLine(tripId);
      const now = world.clock();
      const wait = await own();
      await endWait(stores, world, wait, now);
      await line.serve(tripId, now);
    });
