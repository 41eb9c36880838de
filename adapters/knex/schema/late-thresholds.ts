import type { Step } from './step.ts';

/** Adds the threshold that each message about a late bus told, because LATE_MINUTES may change after it. */
export const lateThresholdsStep: Step = {
  async up(db) {
    // The number of LATE_MINUTES that was reached, 0 for none; null for messages of before this step.
    await db.raw('alter table late_notices add column threshold integer');
  },

  async down(db) {
    await db.raw('alter table late_notices drop column threshold');
  },

  losses: async () => [],
};
