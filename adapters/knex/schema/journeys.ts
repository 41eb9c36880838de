import type { Step } from './step.ts';

/** Bookings of sections are found by their own departure. Whole roads are found by their trip's. */
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
