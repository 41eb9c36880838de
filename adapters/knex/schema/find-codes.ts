import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import type { Step } from './step.ts';

const COLUMNS = 'id, ticket, phone, known, purpose, address, code_hash, used, attempts, created_at, expires_at';

/** SQLite cannot change a check of a column, so the table is recreated. */
const remake = (sql: SchemaSql, purposes: string): readonly string[] => [
  `create table new_phone_codes (
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
  `insert into new_phone_codes (${COLUMNS}) select ${COLUMNS} from phone_codes`,
  'drop table phone_codes',
  'alter table new_phone_codes rename to phone_codes',
  'create unique index phone_codes_of_ticket on phone_codes (ticket)',
  'create index phone_codes_of_phone on phone_codes (phone, created_at)',
  'create index phone_codes_of_address on phone_codes (address, created_at)',
  'create index phone_codes_of_strangers on phone_codes (known, created_at)',
  'create index phone_codes_newest on phone_codes (created_at)',
];

async function allow(db: Knex, purposes: string): Promise<void> {
  const sql = schemaSqlOf(db);
  const statements =
    sql.dialect === 'postgres'
      ? [
          `alter table phone_codes drop constraint phone_codes_purpose_check,
            add constraint phone_codes_purpose_check check (purpose in (${purposes}))`,
        ]
      : remake(sql, purposes);
  for (const statement of statements) await db.raw(statement);
}

/** A code by SMS may also prove the number of a booking, to people without an account. */
export const findCodesStep: Step = {
  up: (db) => allow(db, `'SIGN_IN', 'CHANGE', 'FIND'`),

  async down(db) {
    await db.raw(`delete from phone_codes where purpose = 'FIND'`);
    await allow(db, `'SIGN_IN', 'CHANGE'`);
  },

  // Codes are valid for minutes, so deleting them loses nothing.
  losses: () => Promise.resolve([]),
};
