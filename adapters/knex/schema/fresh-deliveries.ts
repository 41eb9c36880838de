import type { Step } from './step.ts';

/** Finds due deliveries of an endpoint without reading those of a replay, of which there may be 10,000. */
export const freshDeliveriesStep: Step = {
  async up(db) {
    await db.raw(`create index webhook_deliveries_fresh on webhook_deliveries (webhook_id, next_attempt_at, id)
      where status = 'PENDING' and kind <> 'REPLAY'`);
  },

  async down(db) {
    await db.raw('drop index webhook_deliveries_fresh');
  },

  losses: () => Promise.resolve([]),
};
