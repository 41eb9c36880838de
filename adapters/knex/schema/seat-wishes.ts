import type { Step } from './step.ts';

/**
 * Keeps the need and the wish of a sold seat's passenger. Both are personal, so they are deleted some days after the
 * trip has arrived.
 */
export const seatWishesStep: Step = {
  async up(db) {
    await db.raw(`alter table booking_seats add column need text check (need in ('DISABLED'))`);
    await db.raw(`alter table booking_seats add column wish text check (wish in ('BESIDE_WOMAN'))`);
    // The seats whose needs and wishes are still to be deleted. Few passengers have any.
    await db.raw(
      'create index booking_seats_with_wishes on booking_seats (id) where need is not null or wish is not null',
    );
  },

  async down(db) {
    await db.raw('drop index booking_seats_with_wishes');
    await db.raw('alter table booking_seats drop column wish');
    await db.raw('alter table booking_seats drop column need');
  },

  async losses(db) {
    const [row] = await db('booking_seats')
      .whereNotNull('need')
      .orWhereNotNull('wish')
      .count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`booking_seats.need, wish: ${Number(row?.count)}`] : [];
  },
};
