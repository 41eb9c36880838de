import type { Step } from './step.ts';

/**
 * Stores the departure of the old booking when its change was asked for. A trip that is put off later revives no late
 * payment. Null for older changes, whose departure of that time is unknown.
 */
export const changeDeparturesStep: Step = {
  async up(db) {
    await db.raw('alter table booking_changes add column old_departs_at bigint');
  },

  async down(db) {
    await db.raw('alter table booking_changes drop column old_departs_at');
  },

  /** Rolling back would let a late payment complete a change whose old bus should have left. */
  async losses(db) {
    const [row] = await db('booking_changes').whereNotNull('old_departs_at').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`booking_changes.old_departs_at: ${Number(row?.count)}`] : [];
  },
};
