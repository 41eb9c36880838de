import type { Knex } from 'knex';

/*
 * A trusted device counts wrong passwords by itself: whoever guesses from elsewhere locks the account, and not its
 * owner's browser.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('trusted_devices', (t) => {
    t.integer('failed_login_attempts').notNullable().defaultTo(0);
    t.bigInteger('locked_until');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const column of ['locked_until', 'failed_login_attempts'])
    await db.raw(`alter table trusted_devices drop column ${column}`);
}
