import { raw } from '../../adapters/knex/engine/sql.ts';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { knexAuditReader } from '../../adapters/knex/audit/audit-reader.ts';
import { toLine } from '../../core/audit/finding.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { DoorLimits } from '../../core/seats/door-limits.ts';
import { calendar } from './catalogue.ts';
import { KNOWN } from './known-gateways.ts';

type Value = string | number | boolean | null;

/** A stored row, keyed by column names. */
export type Row = Readonly<Record<string, Value>>;

/**
 * A change that corrupts stored rows, as if somebody edited them by hand. Changes all rows with the column values in
 * `where`.
 */
export interface Change {
  readonly table: string;
  readonly where: Row;
  readonly set?: Row;
  /** Numbers to add to columns, by column name. */
  readonly add?: Readonly<Record<string, number>>;
  readonly isGone?: boolean;
  /** If given, adds a copy of the row with this key, and leaves the row unchanged. */
  readonly copiedAs?: number;
  /** A row to add to the table. */
  readonly added?: Row;
  /** Further changes that are made together with this one. */
  readonly also?: readonly Change[];
}

/** A change and the changes that are made together with it. */
const allOf = (change: Change): readonly Change[] => [change, ...(change.also ?? [])];

/** The stored rows of an engine, which tests can corrupt. */
export interface Books {
  /** The rows of a table, ordered by key. */
  readonly rowsOf: (table: string) => Promise<readonly Row[]>;
  /** Makes each change alone, runs the audit, and undoes the change. Returns the lines of each audit. */
  readonly linesAfter: (
    clock: Clock,
    changes: readonly Change[],
    doorLimits?: DoorLimits,
  ) => Promise<readonly (readonly string[])[]>;
}

/** Thrown to roll back the transaction that corrupted rows. */
class Undone extends Error {}

/** Drops triggers, unique indexes and checks that would refuse a change. The rollback restores them. */
async function unprotected(database: Database): Promise<readonly string[]> {
  const indexes = ['payment', 'refund', 'earned', 'adjustment', 'receipt'].map(
    (name) => `drop index ledger_${name}_once`,
  );
  if (database.dialect === 'postgres') {
    const checks = await database
      .knex('pg_constraint')
      .join('pg_class', 'pg_class.oid', 'conrelid')
      .where({ contype: 'c' })
      .whereIn('relname', ['ledger_entries', 'adjustments', 'receipts', 'agent_statements'])
      .select<{ relname: string; conname: string }[]>('relname', 'conname');
    return [
      `set local session_replication_role = 'replica'`,
      ...indexes,
      ...checks.map(({ relname, conname }) => `alter table ${relname} drop constraint ${conname}`),
      ...['seat_locks', 'booking_seats', 'seat_blocks'].map(
        (table) => `alter table ${table} drop constraint ${table}_no_overlap`,
      ),
    ];
  }
  const triggers = await database.knex('sqlite_master').where({ type: 'trigger' }).pluck<string[]>('name');
  const freely = ['pragma defer_foreign_keys = on', 'pragma ignore_check_constraints = on'];
  return [...freely, ...triggers.map((name) => `drop trigger ${name}`), ...indexes];
}

const literal = (value: Value): string => (typeof value === 'string' ? `'${value}'` : String(value));

const assignments = ({ set = {}, add = {} }: Change): string =>
  [
    ...Object.entries(set).map(([column, value]) => `${column} = ${literal(value)}`),
    ...Object.entries(add).map(([column, more]) => `${column} = ${column} + ${more}`),
  ].join(', ');

async function statementOf({ knex }: Database, change: Change): Promise<string> {
  const { table, where, isGone, copiedAs, added } = change;
  const meant = Object.entries(where)
    .map(([column, value]) => (value === null ? `${column} is null` : `${column} = ${literal(value)}`))
    .join(' and ');
  if (added)
    return `insert into ${table} (${Object.keys(added).join(', ')}) values (${Object.values(added).map(literal).join(', ')})`;
  if (isGone) return `delete from ${table} where ${meant}`;
  if (copiedAs === undefined) return `update ${table} set ${assignments(change)} where ${meant}`;
  const names = Object.keys(await knex(table).columnInfo()).filter((name) => name !== 'id');
  return `insert into ${table} (id, ${names.join(', ')}) select ${copiedAs}, ${names.join(', ')} from ${table} where ${meant}`;
}

const ORDER: Readonly<Record<string, readonly string[]>> = {
  agent_statement_lines: ['statement_id', 'position'],
  agent_statement_entries: ['entry_id'],
  unstated_agent_entries: ['entry_id'],
  statement_lines: ['statement_id', 'position'],
  statement_entries: ['entry_id'],
  unstated_entries: ['entry_id'],
  unclosed_entries: ['entry_id'],
  ledger_balances: ['account', 'gateway'],
  part_places: ['schedule_id', 'part'],
  booking_changes: ['booking_id'],
};

export const databaseBooks = (database: Database): Books => ({
  rowsOf: (table) =>
    database
      .knex(table)
      .select<Row[]>('*')
      .orderBy([...(ORDER[table] ?? ['id'])]),

  async linesAfter(clock, changes, doorLimits) {
    const statements: (readonly string[])[] = [];
    for (const change of changes)
      statements.push(await Promise.all(allOf(change).map((one) => statementOf(database, one))));
    const all: (readonly string[])[] = [];
    const unguarded = await unprotected(database);
    const undone = await database
      .transaction(async (sql) => {
        const auditReader = knexAuditReader(sql);
        const audit = runAudit({ gateways: KNOWN, clock, calendar, auditReader, ...(doorLimits && { doorLimits }) });
        for (const statement of unguarded) await sql.changes`${raw(statement)}`;
        for (const together of statements) {
          await sql.changes`savepoint healthy`;
          for (const statement of together) await sql.changes`${raw(statement)}`;
          all.push((await audit()).findings.map(toLine));
          await sql.changes`rollback to savepoint healthy`;
        }
        throw new Undone();
      })
      .catch((error: unknown) => error);
    if (database.dialect === 'sqlite') await database.knex.raw('pragma ignore_check_constraints = off');
    if (!(undone instanceof Undone)) throw undone;
    return all;
  },
});
