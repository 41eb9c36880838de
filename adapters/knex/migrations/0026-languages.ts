import type { Knex } from 'knex';

/*
 * A booking keeps the language of whoever made it: ticket and mails are written in it. Before there was English only,
 * which is what the version before goes on writing.
 */

export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table bookings add column language text not null default 'en'`); // or ne
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table bookings drop column language');
}
