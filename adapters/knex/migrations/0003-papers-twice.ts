import type { Knex } from 'knex';

/*
 * A bus may have several papers of one type, such as an insurance that ran out and the one after it. What counts is how
 * many types are verified.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('bus_documents', (t) => {
    t.dropUnique(['bus_id', 'type']);
    t.index('bus_id');
  });
}

export async function down(db: Knex): Promise<void> {
  // Of each type the paper that counts stays.
  await db.raw(`
    delete from bus_documents where id not in (
      select coalesce(min(case when status = 'VERIFIED' then id end), min(id)) from bus_documents group by bus_id, type)`);
  await db.schema.alterTable('bus_documents', (t) => {
    t.dropIndex('bus_id');
    t.unique(['bus_id', 'type']);
  });
}
