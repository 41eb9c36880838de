import type { Step } from './step.ts';

/**
 * Marks codes by SMS that an address asked for from which the number's account usually signs in. Such codes do not
 * count towards the limit that all addresses of a number share.
 */
export const usualAddressesStep: Step = {
  async up(db) {
    await db.raw('alter table phone_codes add column usual_address boolean not null default false');
  },

  async down(db) {
    await db.raw('alter table phone_codes drop column usual_address');
  },

  // The codes stay. They only count towards one more limit, for a day.
  losses: () => Promise.resolve([]),
};
