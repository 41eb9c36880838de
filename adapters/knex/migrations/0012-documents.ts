import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * Documents get validity, a file, a review and reminders. Whether a trip may be sold depends on the day on which it
 * leaves, so it is no longer kept with the bus but with the trip.
 */

const OLD = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'];

export async function up(db: Knex): Promise<void> {
  await rebuilt(db, 'id, bus_id, type, status, uploaded_at, listed_as', createDocuments, (before) => {
    const nth = 'row_number() over (partition by bus_id, type order by id)';
    return `select id, bus_id, type, status, ${Date.now()}, ${nth} from ${before}`;
  });
  await db.raw('alter table schedules add column papers_ok boolean not null default false');
  await db.raw('update schedules set papers_ok = true where bus_id in (select id from buses where papers_complete)');
  await db.raw('alter table buses drop column papers_complete');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table buses add column papers_complete boolean not null default false');
  await db.raw(`
    update buses set papers_complete = true where id in (
      select bus_id from bus_documents where status = 'VERIFIED' and type <> 'POLLUTION'
      group by bus_id having count(distinct type) = ${OLD.length})`);
  await db.raw('alter table schedules drop column papers_ok');
  await rebuilt(db, 'id, bus_id, type, status', createOldDocuments, (before) => {
    return `select id, bus_id, type, status from ${before} where type <> 'POLLUTION'`;
  });
}

const createDocuments = (db: Knex): Promise<unknown> =>
  db.schema
    .createTable('bus_documents', (t) => {
      t.increments('id');
      t.integer('bus_id').notNullable().references('buses.id');
      t.text('type')
        .notNullable()
        .checkIn([...OLD, 'POLLUTION']);
      t.text('number');
      t.text('valid_from'); // local days YYYY-MM-DD, both included
      t.text('valid_until');
      t.text('status').notNullable().checkIn(['PENDING', 'VERIFIED', 'REJECTED']);
      t.text('rejection_reason');
      t.text('file_key').unique(); // under which the file is stored; null for what a catalogue listed
      t.text('file_name');
      t.text('media_type');
      t.integer('size_bytes');
      t.bigInteger('uploaded_at').notNullable();
      t.bigInteger('reviewed_at');
      t.integer('listed_as'); // the first, second, … of its type that a catalogue lists; null for what was uploaded
      t.integer('reminded'); // of so many days before its end a reminder was sent last
      t.text('remind_on'); // the local day on which to look whether one is due
      t.unique(['bus_id', 'type', 'listed_as']);
    })
    .raw(`create index bus_documents_waiting on bus_documents (uploaded_at, id) where status = 'PENDING'`)
    .raw('create index bus_documents_to_remind on bus_documents (remind_on) where remind_on is not null');

const createOldDocuments = (db: Knex): Promise<unknown> =>
  db.schema.createTable('bus_documents', (t) => {
    t.increments('id');
    t.integer('bus_id').notNullable().index().references('buses.id');
    t.text('type').notNullable().checkIn(OLD);
    t.text('status').notNullable().checkIn(['PENDING', 'VERIFIED', 'REJECTED']);
  });

/** Makes the table anew, since SQLite can't change what a column accepts. Nothing refers to its rows. */
async function rebuilt(
  db: Knex,
  columns: string,
  create: (db: Knex) => Promise<unknown>,
  select: (before: string) => string,
): Promise<void> {
  const before = 'bus_documents_before';
  await db.raw(`create table ${before} as select * from bus_documents`);
  await db.schema.dropTable('bus_documents');
  await create(db);
  await db.raw(`insert into bus_documents (${columns}) ${select(before)}`);
  await db.schema.dropTable(before);
  if (isPostgres(db))
    await db.raw(`select setval(pg_get_serial_sequence('bus_documents', 'id'), coalesce(max(id), 0) + 1, false)
                  from bus_documents`);
}
