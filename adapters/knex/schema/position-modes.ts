import type { Step } from './step.ts';

/** Lets a company choose who sees where its buses are. */
export const positionModesStep: Step = {
  async up(db) {
    await db.raw(
      `alter table operators add column positions text not null default 'PUBLIC'
        check (positions in ('PUBLIC', 'TICKETS', 'OFF'))`,
    );
  },

  async down(db) {
    await db.raw('alter table operators drop column positions');
  },

  async losses(db) {
    const [row] = await db('operators').whereNot({ positions: 'PUBLIC' }).count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`operators.positions: ${Number(row?.count)}`] : [];
  },
};
