import { mobileNumberOf } from '../../../core/kernel/phone.ts';
import type { Step } from './step.ts';

const PAGE = 1_000;

interface SaleRow {
  readonly id: number;
  readonly contact_phone: string;
}

/**
 * Adds the 10 digits of a counter customer's phone number to bookings, and an index by which an account with this
 * number finds the sale. `contact_phone` stays as it was typed.
 */
export const contactNumbersStep: Step = {
  async up(db) {
    await db.raw('alter table bookings add column contact_mobile text');
    for (let after = 0; ;) {
      const rows: SaleRow[] = await db<SaleRow>('bookings')
        .where('id', '>', after)
        .whereNotNull('contact_phone')
        .orderBy('id')
        .limit(PAGE)
        .select('id', 'contact_phone');
      for (const { id, contact_phone: phone } of rows) {
        const contact_mobile = mobileNumberOf(phone);
        if (contact_mobile !== undefined) await db('bookings').where({ id }).update({ contact_mobile });
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
    await db.raw(
      'create index bookings_of_contact on bookings (contact_mobile, booked_at, id) where contact_mobile is not null',
    );
  },

  async down(db) {
    await db.raw('drop index bookings_of_contact');
    await db.raw('alter table bookings drop column contact_mobile');
  },

  // The column only repeats `contact_phone`.
  losses: () => Promise.resolve([]),
};
