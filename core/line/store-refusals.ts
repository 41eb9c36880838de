import type { LineWorld } from './world.ts';

export type StoreRefusals = ReturnType<typeof storeRefusals>;

/**
 * Adds the refusals that this process has counted to those of all processes. If that fails, they are counted again for
 * the next time. Returns the number of kinds of refusals.
 */
export const storeRefusals =
  ({ transact, refusalCounts }: LineWorld) =>
  async (): Promise<number> => {
    const counts = refusalCounts.take();
    if (counts.length === 0) return 0;
    try {
      await transact(({ doors }) => doors.addRefusals(counts));
    } catch (error) {
      for (const { opensAt, code, refused } of counts)
        for (let times = 0; times < refused; times += 1) refusalCounts.count(opensAt, code);
      throw error;
    }
    return counts.length;
  };
