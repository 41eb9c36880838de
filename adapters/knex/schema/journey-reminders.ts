import type { Step } from './step.ts';
import { type ChangedLists, changeChecks } from './widened-checks.ts';

const KINDS: ChangedLists = [["'CODE', 'CONFIRMED',", "'CODE', 'REMINDER', 'CONFIRMED',"]];

/** Adds the moment of a booking's reminder, and the kind of text message that reminds of a journey. */
export const journeyRemindersStep: Step = {
  async up(db) {
    await db.raw('alter table bookings add column reminded_at bigint');
    await changeChecks(db, 'sms_queue', KINDS);
  },

  async down(db) {
    await db.raw("delete from sms_queue where kind = 'REMINDER'");
    await changeChecks(
      db,
      'sms_queue',
      KINDS.map(([present, changed]) => [changed, present]),
    );
    await db.raw('alter table bookings drop column reminded_at');
  },

  // Reminders are sent by the service; nobody made them.
  losses: async () => [],
};
