import type { AreaSchema } from './area-schema.ts';
import type { Step } from './step.ts';

export const lineSchema: AreaSchema = {
  about: 'People who wait for seats of a trip, and what is offered to them.',
  tables: ['waits'],
  create: (sql) => [
    `create table waits (
      ${sql.id},
      user_id integer not null references users (id),
      schedule_id integer not null references schedules (id),
      from_stop integer not null,
      to_stop integer not null,
      seats integer not null check (seats between 1 and 6),
      any_of text, -- JSON of seat numbers; null means any seat
      kept_for text, -- JSON of the kinds of kept seats that the passengers may have
      created_at bigint not null,
      ends_at bigint not null, -- some time before the section's departure
      offered text, -- JSON of the offered seats' numbers, empty where places are offered; null without an offer
      offered_until bigint, -- null without an offer
      ended_at bigint, -- null while the person waits or has an offer
      check ((offered is null) = (offered_until is null))
    )`,
    // A person waits once on a trip, whatever the section.
    'create unique index waits_once on waits (user_id, schedule_id) where ended_at is null',
    'create index waits_in_line on waits (schedule_id, id) where ended_at is null',
    'create index waits_offered on waits (offered_until) where offered_until is not null and ended_at is null',
    'create index waits_ending on waits (ends_at) where ended_at is null',
    'create index waits_over on waits (ended_at) where ended_at is not null',
  ],
};

/** Lets a hold be an offer to somebody who waits, and marks the trips that somebody waits for. */
export const offersStep: Step = {
  async up(db) {
    // The wait to which the held seat is offered; null for a hold that the passenger asked for.
    await db.raw('alter table seat_locks add column wait_id integer');
    await db.raw('create index seat_locks_offered on seat_locks (wait_id) where wait_id is not null');
    // False only if nobody waits, so that sales of most trips look no further.
    await db.raw('alter table schedules add column has_waits boolean not null default false');
  },

  async down(db) {
    await db.raw('alter table schedules drop column has_waits');
    await db.raw('drop index seat_locks_offered');
    await db.raw('alter table seat_locks drop column wait_id');
  },

  async losses(db) {
    const [row] = await db('seat_locks').whereNotNull('wait_id').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`seat_locks.wait_id: ${Number(row?.count)}`] : [];
  },
};
