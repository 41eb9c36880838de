import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * The activity log is about more than bookings: each row has a subject, the company that it concerns, and old and new
 * values. What the service does by itself has no user.
 */

export async function up(db: Knex): Promise<void> {
  await db.raw('alter table activity_log rename to activity_log_before');
  await db.schema.createTable('activity_log', (t) => {
    t.increments('id');
    t.text('kind').notNullable();
    t.text('actor_role').notNullable().checkIn(['PASSENGER', 'OPERATOR', 'ADMIN', 'SYSTEM']);
    t.integer('actor_user_id').references('users.id');
    t.integer('operator_id').references('operators.id');
    t.text('subject_type').notNullable();
    t.integer('subject_id').notNullable();
    t.text('changes'); // JSON, {"<field>": {"old": …, "new": …}}
    t.text('description').notNullable();
    t.bigInteger('amount_paisa');
    t.bigInteger('at').notNullable();
  });
  await db.raw(`
    insert into activity_log (id, kind, actor_role, actor_user_id, operator_id, subject_type, subject_id, description, amount_paisa, at)
    select log.id, log.type, log.actor_role, case when log.actor_role <> 'SYSTEM' then log.user_id end,
      buses.operator_id, 'booking', log.booking_id, log.description, log.amount_paisa, log.at
    from activity_log_before log
    join bookings on bookings.id = log.booking_id
    join schedules on schedules.id = bookings.schedule_id
    join buses on buses.id = schedules.bus_id`);
  await continueIds(db, 'activity_log');
  await db.schema.dropTable('activity_log_before');
  await db.raw('create index activity_log_newest on activity_log (at, id)');
  await db.raw('create index activity_log_of_company on activity_log (operator_id, at, id)');
  await db.raw('create index activity_log_of_user on activity_log (actor_user_id, at, id)');
  await db.raw('create index activity_log_of_kind on activity_log (kind, at, id)');
  await db.raw('create index activity_log_of_subject on activity_log (subject_type, subject_id, at, id)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table activity_log rename to activity_log_after');
  await db.schema.createTable('activity_log', (t) => {
    t.increments('id');
    t.text('type').notNullable();
    t.integer('user_id').notNullable().references('users.id');
    t.text('actor_role').notNullable();
    t.integer('booking_id').references('bookings.id');
    t.text('description').notNullable();
    t.bigInteger('amount_paisa');
    t.bigInteger('at').notNullable();
  });
  await db.raw(`
    insert into activity_log (id, type, user_id, actor_role, booking_id, description, amount_paisa, at)
    select log.id, log.kind, coalesce(log.actor_user_id, bookings.user_id), log.actor_role, bookings.id, log.description, log.amount_paisa, log.at
    from activity_log_after log join bookings on bookings.id = log.subject_id
    where log.subject_type = 'booking'`);
  await continueIds(db, 'activity_log');
  await db.schema.dropTable('activity_log_after');
  await db.raw('create index activity_log_user_id_index on activity_log (user_id)');
  await db.raw('create index activity_log_booking_id_index on activity_log (booking_id)');
}

/** Has a table that was filled with known ids give out the next ones. SQLite does so by itself. */
async function continueIds(db: Knex, table: string): Promise<void> {
  if (isPostgres(db))
    await db.raw(`select setval(pg_get_serial_sequence(?, 'id'), (select coalesce(max(id), 0) + 1 from ??), false)`, [
      table,
      table,
    ]);
}
