import { endOpenChanges } from '../payments/end-unpaid.ts';
import type { ChangeWorld } from './world.ts';

const BATCH = 100;

export type SweepChanges = ReturnType<typeof sweepChanges>;

/**
 * Cancels the unpaid new bookings of open changes once the old booking's bus has left. Returns how many were cancelled.
 * Safe to run in every process at once.
 */
export const sweepChanges =
  ({ clock, transact }: ChangeWorld) =>
  async (): Promise<number> => {
    const now = clock();
    const endSome = () =>
      transact(async (stores) => {
        const open = await stores.changes.openAfterDeparture(now, BATCH);
        const olds = open.map(({ oldId }) => oldId);
        return endOpenChanges(stores, olds, {
          by: 'OPERATOR',
          actor: { role: 'SYSTEM' },
          reason: 'The bus of the old booking has left.',
          now,
        });
      });

    let count = 0;
    for (let batch = await endSome(); batch > 0; batch = await endSome()) count += batch;
    return count;
  };
