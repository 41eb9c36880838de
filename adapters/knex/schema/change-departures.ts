import type { Step } from './step.ts';

/**
 * Stores the departure of the old booking when its change was asked for. A trip that is put off later revives no late
 * payment. For older changes, the present departure is the best that is known.
 */
export const changeDeparturesStep: Step = {
  async up(db) {
    await db.raw('alter table booking_changes add column old_departs_at bigint');
    await db.raw(`update booking_changes set old_departs_at = (
      select coalesce(old.section_departs, schedules.departure_time)
      from bookings old join schedules on schedules.id = old.schedule_id
      where old.id = booking_changes.old_booking_id)`);
  },

  async down(db) {
    await db.raw('alter table booking_changes drop column old_departs_at');
  },

  // The departure is stored with the trip or the booking as well.
  losses: () => Promise.resolve([]),
};
