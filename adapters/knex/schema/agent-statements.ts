import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import { afterInsert } from './ledger-triggers.ts';
import { type Step, rowsOf } from './step.ts';

/** The tables that the step adds, in the order of their creation. */
const TABLES = [
  'agent_statement_numbers',
  'agent_statements',
  'agent_statement_drafts',
  'unstated_agent_entries',
  'agent_statement_entries',
  'agent_statement_lines',
] as const;

const create = (sql: SchemaSql): readonly string[] => [
  `create table agent_statement_numbers (
    year integer primary key,
    last integer not null
  )`,
  `create table agent_statements (
    ${sql.id},
    agent_id integer not null references agents (id),
    year integer not null references agent_statement_numbers (year),
    sequence integer not null,
    agent_name text not null, -- when the statement was made
    from_day text not null,
    until_day text not null,
    made_at bigint not null,
    opening_balance_paisa bigint not null, -- the total of the agent's statement before
    net_paisa bigint not null,
    paid_paisa bigint not null, -- the payments on the statement
    total_paisa bigint not null,
    status text not null default 'OPEN',
    paid_at bigint,
    check (status in ('OPEN', 'PAID')),
    check ((status = 'PAID') = (paid_at is not null)),
    check (total_paisa = opening_balance_paisa + net_paisa - paid_paisa)
  )`,
  'create unique index agent_statements_year_sequence_unique on agent_statements (year, sequence)',
  'create index agent_statements_agent_id_id_index on agent_statements (agent_id, id)',
  `create index agent_statements_open on agent_statements (agent_id, id) where status = 'OPEN'`,
  // A statement is an invisible draft until all its ledger rows are marked.
  `create table agent_statement_drafts (
    id ${sql.idOf('agent_statements')}, -- the statement gets the same id
    agent_id integer not null unique references agents (id),
    made_by integer not null references users (id),
    until_day text not null,
    end_at bigint not null,
    up_to integer not null, -- the newest row of the ledger that it may state
    passed bigint not null, -- the last group of rows that was stated
    first_at bigint,
    net_paisa bigint not null,
    paid_paisa bigint not null
  )`,
  // Rows of account AGENT that are on no statement yet. A trigger adds each new row.
  `create table unstated_agent_entries (
    agent_id integer not null,
    line_group bigint not null, -- the booking; a row without one is its own group, its negated id
    entry_id integer not null,
    at bigint not null,
    primary key (agent_id, line_group, entry_id)
  )${sql.withoutRowid}`,
  // The key allows each ledger row on one statement only.
  `create table agent_statement_entries (
    entry_id integer primary key references ledger_entries (id),
    statement_id integer not null
  )`,
  'create index agent_statement_entries_statement_id_index on agent_statement_entries (statement_id)',
  `create table agent_statement_lines (
    statement_id integer not null,
    position integer not null,
    section integer not null,
    departure_time bigint not null,
    booking_code text not null,
    rank integer not null,
    booking_id integer references bookings (id),
    kind text not null check (kind in ('SALE', 'CANCELLATION', 'CHANGE', 'GOODWILL', 'ADJUSTMENT')),
    gross_paisa bigint not null,
    net_paisa bigint not null,
    primary key (statement_id, position)
  )`,
  'create index agent_statement_lines_sorted on agent_statement_lines (statement_id, section, departure_time, booking_code, rank, position)',
];

const UNSTATED = 'insert into unstated_agent_entries (agent_id, line_group, entry_id, at)';

/** Condition that a row belongs on a statement of its agent. `row` is '' or 'new.'. */
const belongs = (row: string): string => `${row}agent_id is not null and 'AGENT' in (${row}debit, ${row}credit)`;

const columns = (row: string): string => `${row}agent_id, coalesce(${row}booking_id, -${row}id), ${row}id, ${row}at`;

/** A trigger that lists each new row of account AGENT for the agent's next statement. */
const listNewEntries = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite'
    ? [
        `create trigger ledger_unstated_agent after insert on ledger_entries when ${belongs('new.')} begin
           ${UNSTATED} values (${columns('new.')});
         end`,
      ]
    : afterInsert(
        'ledger_unstated_agent',
        'list_unstated_agent_entries',
        `${UNSTATED} select ${columns('')} from added where ${belongs('')}`,
      );

const dropTriggers = ({ dialect }: SchemaSql): string =>
  dialect === 'sqlite' ? 'drop trigger ledger_unstated_agent' : 'drop function list_unstated_agent_entries() cascade';

async function run(db: Knex, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.raw(statement.replaceAll('?', '\\?'));
}

/** Lets agents have statements: their rows, lines and numbers, and the payments on each. */
export const agentStatementsStep: Step = {
  async up(db) {
    const sql = schemaSqlOf(db);
    await run(db, [
      ...create(sql),
      'alter table agent_payments add column statement_id integer', // the statement, or draft, that lists it
      'create index agent_payments_stated on agent_payments (agent_id, statement_id)',
      // The triggers come first: they list the rows that a process of the previous version adds meanwhile.
      ...listNewEntries(sql),
      `${UNSTATED} select ${columns('')} from ledger_entries where ${belongs('')} on conflict do nothing`,
    ]);
  },

  async down(db) {
    await run(db, [
      dropTriggers(schemaSqlOf(db)),
      'drop index agent_payments_stated',
      'alter table agent_payments drop column statement_id',
    ]);
    for (const table of TABLES.toReversed()) await db.schema.dropTableIfExists(table);
  },

  losses: rowsOf('agent_statements'),

  adds: { area: '0007-bookings', tables: TABLES },
};
