import type { Step } from './step.ts';

/** Adds a count of changes of passengers' names. A limit keeps seats from being resold to other people. */
export const nameChangesStep: Step = {
  async up(db) {
    await db.raw('alter table booking_seats add column name_changes integer not null default 0');
  },

  async down(db) {
    await db.raw('alter table booking_seats drop column name_changes');
  },

  async losses(db) {
    const [row] = await db('booking_seats').where('name_changes', '>', 0).count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`booking_seats.name_changes: ${Number(row?.count)}`] : [];
  },
};
