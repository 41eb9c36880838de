import type { Step } from './step.ts';

/**
 * Keeps the platform's settings that bookings copy, with the moment since which they hold. Settings from before the
 * first start with this table are not known.
 */
export const platformTermsStep: Step = {
  up: async (db) => {
    await db.raw(`create table platform_terms (
      since bigint not null primary key, -- until the next row
      commission_rate_bp integer not null, -- basis points
      counter_commission_rate_bp integer not null, -- basis points
      cancellation_tiers text not null -- JSON
    )`);
  },

  down: async (db) => {
    await db.raw('drop table platform_terms');
  },

  /** Settings that no longer hold are nowhere else. */
  async losses(db) {
    const [row] = await db('platform_terms').count<{ count: number }[]>('* as count');
    const earlier = Number(row?.count) - 1;
    return earlier > 0 ? [`platform_terms: ${earlier}`] : [];
  },

  adds: { area: '0002-companies', tables: ['platform_terms'] },
};
