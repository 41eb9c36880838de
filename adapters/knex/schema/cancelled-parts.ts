import type { Step } from './step.ts';

/**
 * Lets some seats of a booking be cancelled. The sums of the cancelled seats are columns, because reports add them up.
 */
export const cancelledPartsStep: Step = {
  async up(db) {
    await db.raw('alter table bookings add column cancelled_parts text');
    await db.raw('alter table bookings add column parts_amount_paisa bigint not null default 0');
    await db.raw('alter table bookings add column parts_fee_paisa bigint not null default 0');
  },

  async down(db) {
    await db.raw('alter table bookings drop column parts_fee_paisa');
    await db.raw('alter table bookings drop column parts_amount_paisa');
    await db.raw('alter table bookings drop column cancelled_parts');
  },

  async losses(db) {
    const [row] = await db('bookings').whereNotNull('cancelled_parts').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`bookings.cancelled_parts: ${Number(row?.count)}`] : [];
  },
};
