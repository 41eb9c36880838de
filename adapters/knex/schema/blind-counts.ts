import type { Step } from './step.ts';

/** Lets a company hide from clerks how much cash the till of their open shift should hold. */
export const blindCountsStep: Step = {
  async up(db) {
    await db.raw('alter table operators add column blind_count boolean not null default false');
    // The report on a shift adds up the payments and refunds of its till.
    await db.raw('create index payments_of_shift on payments (shift_id) where shift_id is not null');
    await db.raw('create index refunds_of_shift on refunds (shift_id) where shift_id is not null');
  },

  async down(db) {
    await db.raw('drop index refunds_of_shift');
    await db.raw('drop index payments_of_shift');
    await db.raw('alter table operators drop column blind_count');
  },

  async losses(db) {
    const [row] = await db('operators').where({ blind_count: true }).count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`operators.blind_count: ${Number(row?.count)}`] : [];
  },
};
