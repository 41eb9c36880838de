import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import { addPhoneCodes } from './phone-accounts.ts';
import type { Step } from './step.ts';

const COLUMNS = 'id, ticket, phone, known, purpose, address, code_hash, used, attempts, created_at, expires_at';
const INDEXES = ['ticket', 'phone', 'address', 'strangers']
  .map((of) => `phone_codes_of_${of}`)
  .concat('phone_codes_newest');

/** SQLite cannot change a check of a column, so the table is recreated. */
const recreate = (sql: SchemaSql, purposes: string): readonly string[] => [
  'alter table phone_codes rename to replaced_phone_codes',
  ...INDEXES.map((name) => `drop index ${name}`),
  ...addPhoneCodes(sql, purposes),
  `insert into phone_codes (${COLUMNS}) select ${COLUMNS} from replaced_phone_codes`,
  'drop table replaced_phone_codes',
];

async function allow(db: Knex, purposes: string): Promise<void> {
  const sql = schemaSqlOf(db);
  const statements =
    sql.dialect === 'postgres'
      ? [
          `alter table phone_codes drop constraint phone_codes_purpose_check,
            add constraint phone_codes_purpose_check check (purpose in (${purposes}))`,
        ]
      : recreate(sql, purposes);
  for (const statement of statements) await db.raw(statement);
}

/** Allows SMS codes by which people without an account prove the phone number of a booking. */
export const findCodesStep: Step = {
  up: (db) => allow(db, `'SIGN_IN', 'CHANGE', 'FIND'`),

  async down(db) {
    await db.raw(`delete from phone_codes where purpose = 'FIND'`);
    await allow(db, `'SIGN_IN', 'CHANGE'`);
  },

  // Codes are valid for minutes, so deleting them loses nothing.
  losses: () => Promise.resolve([]),
};
