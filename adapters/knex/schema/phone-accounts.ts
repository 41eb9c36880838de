import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import type { Step } from './step.ts';

/** Condition for passengers' accounts. `passenger_added` marks another account that was granted the role PASSENGER. */
const IS_PASSENGER = `(role = 'PASSENGER' or passenger_added)`;

/** The columns of `login_otps`. `families` and `purposes` are the values that this version of the schema allows. */
const mailedCodes = (sql: SchemaSql, families: string, purposes: string): string => `(
  ${sql.id},
  user_id integer not null references users (id),
  -- a code of one family never passes for another; RESET rows only count mails
  family text not null check (family in (${families})),
  purpose text not null check (purpose in (${purposes})),
  code_hash text not null,
  used boolean not null default false,
  attempts integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null
)`;

const FAMILIES = `'SIGN_IN', 'EMAIL', 'RESET'`;
const PURPOSES = `'LOGIN', 'SIGNUP', 'RESEND', 'RESET'`;

/** SQLite cannot change a constraint of a column, so a second column replaces the first. */
const replaceEmailColumn = (type: string): readonly string[] => [
  'drop index users_email_unique',
  'alter table users rename column email to replaced_email',
  `alter table users add column email ${type}`,
  'update users set email = replaced_email',
  'alter table users drop column replaced_email',
  'create unique index users_email_unique on users (email)',
];

/** SQLite cannot change a check of a column, so the table is recreated. */
const replaceMailedCodes = (sql: SchemaSql, families: string, purposes: string): readonly string[] => [
  `create table new_login_otps ${mailedCodes(sql, families, purposes)}`,
  `insert into new_login_otps (id, user_id, family, purpose, code_hash, used, attempts, created_at, expires_at)
    select id, user_id, family, purpose, code_hash, used, attempts, created_at, expires_at from login_otps`,
  'drop table login_otps',
  'alter table new_login_otps rename to login_otps',
  'create index login_otps_user_id_created_at_index on login_otps (user_id, created_at)',
  'create index login_otps_expired on login_otps (expires_at)',
];

const changeMailedCodes = (families: string, purposes: string): readonly string[] => [
  'alter table login_otps drop constraint login_otps_family_check, drop constraint login_otps_purpose_check',
  `alter table login_otps add constraint login_otps_family_check check (family in (${families})),
    add constraint login_otps_purpose_check check (purpose in (${purposes}))`,
];

/** Adds the table `phone_codes` with its indexes. `purposes` lists the purposes that a code may have. */
export const addPhoneCodes = (sql: SchemaSql, purposes: string): readonly string[] => [
  `create table phone_codes (
    ${sql.bigId},
    ticket text not null, -- names the ticket that the code belongs to
    phone text not null,
    known boolean not null, -- some passenger's account had verified the number
    purpose text not null check (purpose in (${purposes})),
    address text not null, -- the client address that asked for the code
    code_hash text not null,
    used boolean not null default false,
    attempts integer not null default 0,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create unique index phone_codes_of_ticket on phone_codes (ticket)',
  'create index phone_codes_of_phone on phone_codes (phone, created_at)',
  'create index phone_codes_of_address on phone_codes (address, created_at)',
  'create index phone_codes_of_strangers on phone_codes (known, created_at)',
  'create index phone_codes_newest on phone_codes (created_at)',
];

const up = (sql: SchemaSql): readonly string[] => [
  'alter table users add column phone_verified boolean not null default false',
  'alter table users add column passenger_added boolean not null default false',
  // A phone number is unique among passengers' accounts, and unique among all other accounts.
  'drop index users_phone_unique',
  `create unique index users_phone_unique on users (phone, ${IS_PASSENGER})`,
  `update users set passenger_added = true where id in (select user_id from user_role_access where role = 'PASSENGER')`,
  ...(sql.dialect === 'postgres' ? ['alter table users alter column email drop not null'] : replaceEmailColumn('text')),
  ...(sql.dialect === 'postgres'
    ? changeMailedCodes(`${FAMILIES}, 'NEW_EMAIL'`, `${PURPOSES}, 'NEW_EMAIL'`)
    : replaceMailedCodes(sql, `${FAMILIES}, 'NEW_EMAIL'`, `${PURPOSES}, 'NEW_EMAIL'`)),
  ...addPhoneCodes(sql, `'SIGN_IN', 'CHANGE'`),
];

const down = (sql: SchemaSql): readonly string[] => [
  'drop table phone_codes',
  `delete from login_otps where family = 'NEW_EMAIL'`,
  ...(sql.dialect === 'postgres' ? changeMailedCodes(FAMILIES, PURPOSES) : replaceMailedCodes(sql, FAMILIES, PURPOSES)),
  ...(sql.dialect === 'postgres'
    ? ['alter table users alter column email set not null']
    : // A new column that is never null needs a default value, which the update replaces in every row.
      replaceEmailColumn(`text not null default ''`)),
  'drop index users_phone_unique',
  'create unique index users_phone_unique on users (phone)',
  'alter table users drop column passenger_added',
  'alter table users drop column phone_verified',
];

const run = async (db: Knex, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await db.raw(statement);
};

/** Adds accounts without an e-mail address, verified phone numbers, and codes by SMS. */
export const phoneAccounts: Step = {
  adds: { area: '0001-accounts', tables: ['phone_codes'] },
  up: (db) => run(db, up(schemaSqlOf(db))),
  down: (db) => run(db, down(schemaSqlOf(db))),
  async losses(db) {
    const count = async (table: string, condition: string): Promise<number> => {
      const [row] = await db(table).whereRaw(condition).count<{ count: number }[]>('* as count');
      return Number(row?.count);
    };
    const lost = {
      'accounts without an e-mail address': await count('users', 'email is null'),
      'verified phone numbers': await count('users', 'phone_verified'),
      'phone numbers of two accounts': await count(
        'users',
        `not ${IS_PASSENGER} and exists (select 1 from users other where other.phone = users.phone and other.id <> users.id)`,
      ),
    };
    return Object.entries(lost).flatMap(([what, found]) => (found > 0 ? [`${what}: ${found}`] : []));
  },
};
