import type { Step } from './step.ts';

/**
 * Stores the crew's report for each stop that the bus leaves (a tap). A departure that was reported before becomes the
 * tap of the origin.
 */
export const tapsStep: Step = {
  async up(db) {
    // Taps as JSON: [[stop, moment]].
    await db.raw("alter table schedules add column stops_left text not null default '[]'");
    await db.raw("alter table schedules add column taken_back text not null default '[]'");
    await db.raw("update schedules set stops_left = '[[0,' || departed_at || ']]' where departed_at is not null");
    // The moment at which the bus left the section's first stop. Searches omit sections with such a moment.
    await db.raw('alter table trip_sections add column left_at bigint');
  },

  async down(db) {
    await db.raw('alter table trip_sections drop column left_at');
    await db.raw('alter table schedules drop column taken_back');
    await db.raw('alter table schedules drop column stops_left');
  },

  async losses(db) {
    const [row] = await db('schedules')
      .whereRaw("stops_left <> '[]' and (departed_at is null or stops_left <> '[[0,' || departed_at || ']]')")
      .count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`schedules.stops_left: ${Number(row?.count)}`] : [];
  },
};
