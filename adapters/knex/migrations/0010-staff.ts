import type { Knex } from 'knex';
import { foldCase } from '../../../core/kernel/text.ts';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * A company has a staff, where it had a single user: whoever registered it is its OWNER. What a company tells of itself
 * comes with it.
 *
 * The version before looks companies up by `operators.user_id`, which goes: two places that say who a company's people
 * are would come apart. So that version cannot go on beside this one.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('staff', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().index().references('operators.id');
    t.integer('user_id').unique().references('users.id'); // nobody belongs to two companies
    t.text('full_name'); // these three as the invitation says; a member's are those of the account
    t.text('email').unique(); // of whom it is for, until it is accepted: nobody has two invitations
    t.text('phone');
    t.text('position').notNullable().checkIn(['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR']);
    t.text('status').notNullable().checkIn(['INVITED', 'ACTIVE']);
    t.bigInteger('invited_at');
    t.bigInteger('joined_at');
    t.text('invitation_nonce'); // the only token that is good
    t.bigInteger('invitation_expires_at');
    t.boolean('gave_role').notNullable().defaultTo(false); // whether joining gave the role OPERATOR, which leaving takes
    t.boolean('created_account').notNullable().defaultTo(false);
  });
  await db.raw(`
    insert into staff (operator_id, user_id, position, status, joined_at)
    select id, user_id, 'OWNER', 'ACTIVE', created_at from operators order by id`);

  if (isPostgres(db)) await db.schema.alterTable('operators', (t) => t.dropColumn('user_id'));
  else await rebuild(db, () => createOperators(db, false), BEFORE);
  for (const [column, type] of Object.entries(ADDED))
    await db.raw(`alter table operators add column ${column} ${type}`);
  for (const { id, company_name: name } of await db('operators').select<{ id: number; company_name: string }[]>())
    await db('operators')
      .where({ id })
      .update({ name_key: foldCase(name) });
}

export async function down(db: Knex): Promise<void> {
  const owner = `(select min(user_id) from staff where staff.operator_id = operators.id and position = 'OWNER')`;
  if (isPostgres(db)) {
    for (const column of Object.keys(ADDED)) await db.raw(`alter table operators drop column ${column}`);
    await db.schema.alterTable('operators', (t) => t.integer('user_id').unique().references('users.id'));
    await db.raw(`update operators set user_id = ${owner}`);
    await db.raw('alter table operators alter column user_id set not null');
  } else
    await rebuild(
      db,
      () => createOperators(db, true),
      [...BEFORE, 'user_id'],
      `${BEFORE.join(', ')}, ${owner} as user_id`,
    );
  await db.schema.dropTable('staff');
}

const BEFORE = ['id', 'company_name', 'rating_sum', 'rating_count', 'created_at'];
const ADDED = {
  name_key: "text not null default ''", // the name as it is looked for: folded in code
  contact_phone: 'text',
  contact_email: 'text',
  address: 'text',
  pan_no: 'text',
  status: "text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED'))",
  commission_rate_bp: 'integer', // null: that of the platform
};

const createOperators = (db: Knex, withUser: boolean): Promise<void> =>
  db.schema.createTable('operators', (t) => {
    t.increments('id');
    if (withUser) t.integer('user_id').notNullable().unique().references('users.id');
    t.text('company_name').notNullable();
    t.integer('rating_sum').notNullable().defaultTo(0);
    t.integer('rating_count').notNullable().defaultTo(0);
    t.bigInteger('created_at').notNullable();
  });

/**
 * Makes the table anew on SQLite, which cannot drop a column that is a key. Others refer to its rows: whether these are
 * there is asked when the transaction ends, and by then they are back.
 */
async function rebuild(
  db: Knex,
  create: () => Promise<void>,
  columns: readonly string[],
  selected = columns.join(', '),
): Promise<void> {
  await db.raw('pragma defer_foreign_keys = on');
  await db.raw(`create temporary table operators_kept as select ${selected} from operators`);
  await db.schema.dropTable('operators');
  await create();
  await db.raw(`insert into operators (${columns.join(', ')}) select ${columns.join(', ')} from operators_kept`);
  await db.raw('drop table operators_kept');
}
