import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import type { Step } from './step.ts';
import { isPostgres } from '../engine/knex-client.ts';
import { type ChangedLists, changeChecks } from './widened-checks.ts';

const KINDS = `'RECEIPT', 'CHANGE'`;
const ACCOUNTS = `'FEES', 'TRANSFER'`;
const ADJUSTABLE = `'COMMISSION', 'BANK', 'FEES'`;
const ROLES = `'PASSENGER', 'OPERATOR'`;

const LEDGER: ChangedLists = [
  [KINDS, `${KINDS}, 'AGENT_COMMISSION', 'AGENT_PAYMENT'`],
  [ACCOUNTS, `${ACCOUNTS}, 'AGENT'`],
];
const CORRECTED: ChangedLists = [[ADJUSTABLE, `${ADJUSTABLE}, 'AGENT'`]];
const ASKED: ChangedLists = [[ROLES, `${ROLES}, 'ADMIN', 'AGENT'`]];

const undone = (lists: ChangedLists): ChangedLists => lists.map(([present, changed]) => [changed, present]);

/** Columns that the step adds to tables of other areas. */
const COLUMNS = [
  ['bookings', 'agent_id', 'integer references agents (id)'], // null unless an agent sold it
  ['bookings', 'agent_rate_bp', 'integer'], // the agent's commission rate at the time of the sale
  ['bookings', 'agent_reference', 'text'], // the agent's own reference
  ['bookings', 'agent_key_id', 'integer'], // the key that sold it; null for a person
  ['bookings', 'agent_seller', 'text'], // the person's name or the key's label
  ['bookings', 'agent_messages', 'text'], // who tells the traveller what the agent does: 'service' or 'agent'
  ['ledger_entries', 'agent_id', 'integer references agents (id)'],
  ['ledger_entries', 'agent_payment_id', 'integer references agent_payments (id)'],
  ['adjustments', 'agent_id', 'integer references agents (id)'],
] as const;

const BY_USER = {
  bookings_user_id_booked_at_id_index: '(user_id, booked_at, id)',
  bookings_waiting_by_user: `(user_id, payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
} as const;

/**
 * Replaces the column bookings.user_id on SQLite, which cannot change a constraint of a column. `type` is the new
 * column's type.
 */
const replaceUserColumn = (type: string): readonly string[] => [
  ...Object.keys(BY_USER).map((name) => `drop index ${name}`),
  'alter table bookings rename column user_id to replaced_user_id',
  `alter table bookings add column user_id ${type}`,
  'update bookings set user_id = replaced_user_id',
  'alter table bookings drop column replaced_user_id',
  ...Object.entries(BY_USER).map(([name, columns]) => `create index ${name} on bookings ${columns}`),
];

const HOLDER = 'locked_by integer not null';
const ASKER = 'asked_by integer';

/** Lets a booking have no user, a change be asked for by a key, and a hold belong to an agent's customer. */
async function needNoUser(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await run(db, [
      'alter table bookings alter column user_id drop not null',
      'alter table booking_changes alter column asked_by drop not null',
      'alter table seat_locks drop constraint seat_locks_locked_by_fkey',
    ]);
    return changeChecks(db, 'booking_changes', ASKED);
  }
  await run(db, replaceUserColumn('integer references users (id)'));
  await changeChecks(db, 'booking_changes', [...ASKED, [`${ASKER} not null references`, `${ASKER} references`]]);
  await changeChecks(db, 'seat_locks', [[`${HOLDER} references users (id)`, HOLDER]]);
}

async function needUser(db: Knex): Promise<void> {
  await run(db, ['delete from seat_locks where locked_by < 0']);
  if (isPostgres(db)) {
    await changeChecks(db, 'booking_changes', undone(ASKED));
    return run(db, [
      'alter table seat_locks add foreign key (locked_by) references users (id)',
      'alter table booking_changes alter column asked_by set not null',
      'alter table bookings alter column user_id set not null',
    ]);
  }
  await changeChecks(db, 'seat_locks', [[HOLDER, `${HOLDER} references users (id)`]]);
  await changeChecks(db, 'booking_changes', [
    ...undone(ASKED),
    [`${ASKER} references`, `${ASKER} not null references`],
  ]);
  // A new column that is never null needs a default value, which the update replaces in every row.
  return run(db, replaceUserColumn('integer not null default 0'));
}

/** The tables that the step adds, in the order of their creation. */
const TABLES = ['agent_holders', 'agent_references', 'agent_payments'] as const;

const create = (sql: SchemaSql): readonly string[] => [
  // A customer of an agent who holds seats. seat_locks and hold_runs name it by its negated id.
  `create table agent_holders (
    ${sql.bigId},
    agent_id integer not null references agents (id),
    holder text not null, -- the name that the agent gave, or the key or person that holds without a name
    used_at bigint not null
  )`,
  'create unique index agent_holders_once on agent_holders (agent_id, holder)',
  'create index agent_holders_unused on agent_holders (used_at)',
  // The key makes an agent's reference name one sale for ever. A sale adds its row first, so that others wait for it.
  `create table agent_references (
    agent_id integer not null references agents (id),
    reference text not null,
    booking_id integer, -- null only inside the transaction of the sale, as is sold
    sold text, -- JSON: the trip, the section, and the seats or their number
    primary key (agent_id, reference)
  )${sql.withoutRowid}`,
  `create table agent_payments (
    ${sql.id},
    agent_id integer not null references agents (id),
    at bigint not null,
    amount_paisa bigint not null check (amount_paisa > 0),
    reference text not null,
    added_by integer not null references users (id)
  )`,
  'create unique index agent_payments_once on agent_payments (agent_id, reference)',
  'create index agent_payments_newest on agent_payments (agent_id, at, id)',
];

const INDEXES = {
  bookings_of_agent: `bookings (agent_id, booked_at, id) where agent_id is not null`,
  bookings_of_agent_key: `bookings (agent_key_id, booked_at) where agent_key_id is not null`,
  bookings_by_reference: `bookings (agent_id, agent_reference) where agent_reference is not null`,
  ledger_of_agent: `ledger_entries (agent_id, at, id) where agent_id is not null`,
} as const;

const DELTA = `case when debit = 'AGENT' then amount_paisa else -amount_paisa end`;
/** Condition that a row of the ledger changes account AGENT. */
const ofAgent = (row: string): string => `${row}agent_id is not null and 'AGENT' in (${row}debit, ${row}credit)`;

/**
 * The warning ends once enough credit is left again, so that the next time too little is left the agent is warned
 * anew.
 */
const WARNING_ENDS = (balance: string): string =>
  `has_warning = has_warning and credit_limit_paisa - (${balance}) < coalesce(warn_below_paisa, credit_limit_paisa / 10)`;

/** A trigger that keeps each agent's balance. */
const keepBalances = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite'
    ? [
        `create trigger ledger_agent_balance after insert on ledger_entries when ${ofAgent('new.')} begin
          update agents set
            balance_paisa = balance_paisa + case when new.debit = 'AGENT' then new.amount_paisa else -new.amount_paisa end
            where id = new.agent_id;
          update agents set ${WARNING_ENDS('balance_paisa')} where id = new.agent_id and has_warning;
        end`,
      ]
    : [
        `create function keep_agent_balances() returns trigger language plpgsql as $$ begin
          update agents set balance_paisa = balance_paisa + sums.delta, ${WARNING_ENDS('balance_paisa + sums.delta')}
            from (select agent_id, cast(sum(${DELTA}) as bigint) as delta from added where ${ofAgent('')} group by agent_id) as sums
            where agents.id = sums.agent_id;
          return null; end $$`,
        `create trigger ledger_agent_balance after insert on ledger_entries referencing new table as added
          for each statement execute function keep_agent_balances()`,
      ];

const dropTriggers = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite' ? ['drop trigger ledger_agent_balance'] : ['drop function keep_agent_balances() cascade'];

async function run(db: Knex, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.raw(statement.replaceAll('?', '\\?'));
}

const count = async (db: Knex, table: string, condition: string): Promise<number> => {
  const [row] = await db(table).whereRaw(condition).count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

/**
 * Lets agents sell on account: bookings without a user, the ledger account AGENT with its kept balances, payments of
 * agents, and holds of an agent's customers.
 */
export const agentSalesStep: Step = {
  async up(db) {
    const sql = schemaSqlOf(db);
    await run(db, create(sql));
    for (const [table, column, type] of COLUMNS) await db.raw(`alter table ${table} add column ${column} ${type}`);
    await needNoUser(db);
    await changeChecks(db, 'ledger_entries', LEDGER, 'statement_entries');
    await changeChecks(db, 'adjustments', CORRECTED, 'statement_entries', 'ledger_entries');
    for (const [name, on] of Object.entries(INDEXES)) await db.raw(`create index ${name} on ${on}`);
    await db.raw(
      'create unique index ledger_agent_payment_once on ledger_entries (agent_payment_id) where agent_payment_id is not null',
    );
    await run(db, keepBalances(sql));
  },

  async down(db) {
    const sql = schemaSqlOf(db);
    await run(db, dropTriggers(sql));
    for (const name of ['ledger_agent_payment_once', ...Object.keys(INDEXES)]) await db.raw(`drop index ${name}`);
    await changeChecks(db, 'adjustments', undone(CORRECTED), 'statement_entries', 'ledger_entries');
    await changeChecks(db, 'ledger_entries', undone(LEDGER), 'statement_entries');
    await needUser(db);
    for (const [table, column] of COLUMNS.toReversed()) await db.raw(`alter table ${table} drop column ${column}`);
    for (const table of TABLES.toReversed()) await db.schema.dropTableIfExists(table);
  },

  async losses(db) {
    const lost = {
      'bookings of agents': await count(db, 'bookings', 'agent_id is not null'),
      'rows of account AGENT': await count(db, 'ledger_entries', 'agent_id is not null'),
      agent_payments: await count(db, 'agent_payments', '1 = 1'),
    };
    return Object.entries(lost).flatMap(([what, found]) => (found > 0 ? [`${what}: ${found}`] : []));
  },

  adds: { area: '0007-bookings', tables: TABLES },
};
