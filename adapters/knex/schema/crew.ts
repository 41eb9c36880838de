import type { Step } from './step.ts';

/** Adds the crews of trips. */
export const crewStep: Step = {
  async up(db) {
    // Crew members as JSON: [[role, name, phone]].
    await db.raw("alter table schedules add column crew text not null default '[]'");
  },

  async down(db) {
    await db.raw('alter table schedules drop column crew');
  },

  async losses(db) {
    const [row] = await db('schedules').whereRaw("crew <> '[]'").count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`schedules.crew: ${Number(row?.count)}`] : [];
  },
};
