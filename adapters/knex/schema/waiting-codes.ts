import { isPostgres } from '../engine/knex-client.ts';
import type { Step } from './step.ts';

/** Adds an index for SMS codes, which are sent before all other text messages. */
export const waitingCodesStep: Step = {
  beside: true,

  async up(db) {
    const concurrently = isPostgres(db) ? 'concurrently' : '';
    // An interrupted build leaves an index that Postgres does not use.
    await db.raw(`drop index ${concurrently} if exists sms_queue_codes`);
    await db.raw(
      `create index ${concurrently} sms_queue_codes on sms_queue (next_attempt_at)
        where next_attempt_at is not null and kind = 'CODE'`,
    );
  },

  async down(db) {
    await db.raw('drop index sms_queue_codes');
  },

  losses: async () => [],
};
