import type { Knex } from 'knex';
import { userSearchKey } from '../../../core/accounts/account.ts';
import { createIndex, dropIndex } from './beside.ts';

/*
 * What administrators look through: each list has an index in its own order for what it is narrowed by. The search key
 * of a user is folded here, since databases differ in lower case.
 */

const INDEXES = {
  users_of_status: 'users (status, id)',
  users_of_role: 'users (role, id)',
  user_role_access_of_role: 'user_role_access (role, user_id)',
  login_log_newest: 'login_log (at, id)',
  login_log_of_user: 'login_log (user_id, at, id)',
  login_log_of_kind: 'login_log (kind, at, id)',
  bookings_paid: `bookings (booked_at) where booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`,
  payments_open: `payments (created_at) where status in ('INITIATED', 'PENDING', 'AMBIGUOUS')`,
};

/** Indexes that begin as the new ones do. */
const SUPERSEDED = {
  login_log_at_index: 'login_log (at)',
  login_log_user_id_index: 'login_log (user_id)',
};

export async function up(db: Knex): Promise<void> {
  if (!(await db.schema.hasColumn('users', 'search_key')))
    await db.raw(`alter table users add column search_key text not null default ''`);
  await fillSearchKeys(db);
  for (const [name, on] of Object.entries(INDEXES)) await createIndex(db, name, on);
  for (const name of Object.keys(SUPERSEDED)) await dropIndex(db, name);
}

export async function down(db: Knex): Promise<void> {
  for (const [name, on] of Object.entries(SUPERSEDED)) await createIndex(db, name, on);
  for (const name of Object.keys(INDEXES)) await dropIndex(db, name);
  if (await db.schema.hasColumn('users', 'search_key')) await db.raw('alter table users drop column search_key');
}

interface UserRow {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string | null;
}

const BATCH = 1_000;

async function fillSearchKeys(db: Knex): Promise<void> {
  for (let last = 0; ;) {
    const users = await db<UserRow>('users')
      .select('id', 'full_name', 'email', 'phone')
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH);
    const [end] = users.slice(-1);
    if (!end) return;
    const keys = users.flatMap(({ id, full_name: fullName, email, phone }) => [
      id,
      userSearchKey({ fullName, email, phone }),
    ]);
    // Who saves their profile meanwhile has a newer key.
    await db.raw(
      `update users set search_key = given.key
       from (select cast(column1 as integer) as id, column2 as key
             from (values ${users.map(() => '(?, ?)').join(', ')}) as pairs) as given
       where users.id = given.id and users.search_key = ''`,
      keys,
    );
    last = end.id;
  }
}
