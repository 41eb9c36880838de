import type { Knex } from 'knex';
import { userSearchKey } from '../../../core/accounts/account.ts';
import { normalEmail } from '../../../core/accounts/email-address.ts';
import type { Step } from './step.ts';

interface Addressed {
  readonly id: number;
  readonly email: string;
}

interface UserRow extends Addressed {
  readonly full_name: string;
  readonly phone: string | null;
  readonly email_verified: boolean;
  readonly created_at: number;
}

const PAGE = 1_000;

/**
 * The rows of a table whose address changes. Only addresses with letters beyond ASCII can change, because earlier
 * versions already stored lower case.
 */
async function changed<Row extends Addressed>(db: Knex, table: string, column: string): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let after = 0; ;) {
    const rows = (await db(table)
      .whereRaw(`id > ? and octet_length(${column}) <> length(${column})`, [after])
      .orderBy('id')
      .limit(PAGE)
      .select('*', `${column} as email`)) as Row[];
    found.push(...rows.filter(({ email }) => normalEmail(email) !== email));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return found;
    after = last.id;
  }
}

/** The account that keeps an address: a verified one before others, then the oldest. */
const byRight = (one: UserRow, other: UserRow): number =>
  Number(other.email_verified) - Number(one.email_verified) || one.created_at - other.created_at || one.id - other.id;

async function setEmail(db: Knex, { id, full_name: fullName, phone }: UserRow, email: string | null): Promise<void> {
  const search_key = userSearchKey({ fullName, phone, email });
  await db('users')
    .where({ id })
    .update({ email, search_key, ...(email === null && { email_verified: false }) });
}

async function changeUsers(db: Knex): Promise<void> {
  const rows = await changed<UserRow>(db, 'users', 'email');
  for (const email of new Set(rows.map((row) => normalEmail(row.email)))) {
    const spelled = rows.filter((row) => normalEmail(row.email) === email);
    const [keeper, ...others] = [...spelled, ...((await db('users').where({ email })) as UserRow[])].sort(byRight);
    // The addresses are unique, so the other accounts lose theirs first.
    for (const other of others) await setEmail(db, other, null);
    if (keeper) await setEmail(db, keeper, email);
  }
}

/** The newer of two invitations by one company to one address stays. */
async function changeInvitations(db: Knex): Promise<void> {
  for (const { id, email: before, operator_id } of await changed<Addressed & { readonly operator_id: number }>(
    db,
    'staff',
    'email',
  )) {
    const email = normalEmail(before);
    const same = await db('staff').where({ email, operator_id }).first<Addressed | undefined>('id');
    if (same)
      await db('staff')
        .where({ id: Math.min(id, same.id) })
        .delete();
    if (!same || same.id < id) await db('staff').where({ id }).update({ email });
  }
}

async function changeContacts(db: Knex, table: string, column: string): Promise<void> {
  for (const { id, email } of await changed(db, table, column))
    await db(table)
      .where({ id })
      .update({ [column]: normalEmail(email) });
}

/**
 * Drops invisible characters from stored e-mail addresses, as later ones are stored without them. Of two accounts with
 * one address after this, only one keeps the address.
 */
export const emailAddressesStep: Step = {
  async up(db) {
    await changeUsers(db);
    await changeInvitations(db);
    await changeContacts(db, 'sent_invitations', 'email');
    await changeContacts(db, 'operators', 'contact_email');
    await changeContacts(db, 'bookings', 'contact_email');
  },

  // The plain addresses stay: mails to them arrive in every version.
  down: () => Promise.resolve(),
  losses: () => Promise.resolve([]),
};
