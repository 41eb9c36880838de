import type { Knex } from 'knex';
import { oneOf } from './checks.ts';

/*
 * Statements, by which companies are paid. A row of the ledger never changes, so the statement that it is on is kept
 * beside it: the key lets it be on one alone. What a statement says is kept too, because a trip may still get another
 * time, and a company another name.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('statement_numbers', (t) => {
    t.integer('year').primary();
    t.integer('last').notNullable();
  });
  await db.schema.createTable('statements', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().references('operators.id');
    t.integer('year').notNullable().references('statement_numbers.year');
    t.integer('sequence').notNullable();
    t.text('company_name').notNullable();
    t.text('pan_no');
    t.text('from_day').notNullable();
    t.text('until_day').notNullable();
    t.bigInteger('made_at').notNullable();
    t.bigInteger('opening_balance_paisa').notNullable().defaultTo(0);
    t.bigInteger('net_paisa').notNullable().defaultTo(0);
    t.bigInteger('cash_held_paisa').notNullable().defaultTo(0);
    t.bigInteger('total_paisa').notNullable().defaultTo(0);
    t.integer('carried_to').references('statements.id'); // the later one that began with a negative total
    t.text('status').notNullable().defaultTo('OPEN');
    t.text('reference');
    t.bigInteger('paid_at');
    t.unique(['year', 'sequence']);
    t.index(['operator_id', 'id']);
    t.index(['status', 'id']);
    t.index(['carried_to']); // which SQLite looks for with each statement that is added
    t.check(`status in (${oneOf(['OPEN', 'PAID'])})`);
    t.check(`(status = 'PAID') = (paid_at is not null and reference is not null)`);
    t.check('total_paisa = opening_balance_paisa + net_paisa - cash_held_paisa');
  });
  await db.raw(`
    create index statements_to_carry on statements (operator_id) where total_paisa < 0 and carried_to is null`);
  await db.schema.createTable('statement_entries', (t) => {
    t.integer('entry_id').primary().references('ledger_entries.id');
    t.integer('statement_id').notNullable().references('statements.id');
    t.index(['statement_id']);
  });
  await db.raw(`
    create index ledger_of_statement on ledger_entries (statement_id) where statement_id is not null`);
  await db.schema.createTable('statement_lines', (t) => {
    t.integer('statement_id').notNullable().references('statements.id');
    t.integer('position').notNullable();
    t.integer('booking_id').notNullable().references('bookings.id');
    t.bigInteger('departure_time').notNullable();
    t.text('kind').notNullable();
    t.bigInteger('gross_paisa').notNullable();
    t.bigInteger('net_paisa').notNullable();
    t.primary(['statement_id', 'position']);
    t.check(`kind in (${oneOf(['EARNED', 'CANCELLATION'])})`);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index ledger_of_statement');
  for (const table of ['statement_lines', 'statement_entries', 'statements', 'statement_numbers'])
    await db.schema.dropTable(table);
}
