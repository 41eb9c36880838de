import type { Step } from './step.ts';

/** Stores the blocks that an unpaid counter sale used up. If nobody pays, these blocks are restored. */
export const lentBlocksStep: Step = {
  async up(db) {
    await db.raw('alter table bookings add column lent_blocks text');
  },

  async down(db) {
    await db.raw('alter table bookings drop column lent_blocks');
  },

  async losses(db) {
    const [row] = await db('bookings').whereNotNull('lent_blocks').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`bookings.lent_blocks: ${Number(row?.count)}`] : [];
  },
};
