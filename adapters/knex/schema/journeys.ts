import type { Step } from './step.ts';

/**
 * Adds an index that finds bookings of sections by the section's departure. Other bookings are found by their trip's
 * departure.
 */
export const journeysStep: Step = {
  async up(db) {
    await db.raw(
      'create index bookings_by_section_departs on bookings (section_departs) where section_departs is not null',
    );
  },

  async down(db) {
    await db.raw('drop index bookings_by_section_departs');
  },

  losses: () => Promise.resolve([]),
};
