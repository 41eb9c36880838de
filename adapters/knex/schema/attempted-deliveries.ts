import type { Step } from './step.ts';

/** Lists the deliveries of an endpoint by their last attempt, to count the attempts of an hour. */
export const attemptedDeliveriesStep: Step = {
  async up(db) {
    await db.raw('create index webhook_deliveries_attempted on webhook_deliveries (webhook_id, last_attempt_at)');
  },

  async down(db) {
    await db.raw('drop index webhook_deliveries_attempted');
  },

  losses: () => Promise.resolve([]),
};
