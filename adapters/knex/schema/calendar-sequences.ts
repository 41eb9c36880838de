import type { Step } from './step.ts';

const TABLES = ['bookings', 'schedules', 'cities'];

/**
 * Adds counts of changes that a booking's calendar entry shows: of the booking itself, of its trip, and of the name of
 * a city. Their sum is the entry's SEQUENCE, by which calendars tell a newer entry from an older one.
 */
export const calendarSequencesStep: Step = {
  async up(db) {
    for (const table of TABLES)
      await db.raw('alter table ?? add column calendar_sequence integer not null default 0', [table]);
  },

  async down(db) {
    for (const table of TABLES) await db.raw('alter table ?? drop column calendar_sequence', [table]);
  },

  // Calendars would keep an entry of before: a later entry would have a lower SEQUENCE.
  async losses(db) {
    const losses = [];
    for (const table of TABLES) {
      const [row] = await db(table).where('calendar_sequence', '>', 0).count<{ count: number }[]>('* as count');
      if (Number(row?.count) > 0) losses.push(`${table}.calendar_sequence: ${Number(row?.count)}`);
    }
    return losses;
  },
};
