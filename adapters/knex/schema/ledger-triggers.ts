import type { SchemaSql } from './area-schema.ts';

/** Triggers that prevent changes and deletion of the ledger's rows. */
export const onlyAdded = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite'
    ? ['update', 'delete'].map(
        (change) => `
          create trigger ledger_no_${change} before ${change} on ledger_entries
          begin select raise(abort, 'the ledger is only ever added to'); end`,
      )
    : [
        `create function refuse_change_of_ledger() returns trigger language plpgsql as
         $$ begin raise exception 'the ledger is only ever added to'; end $$`,
        `create trigger ledger_only_added before update or delete or truncate on ledger_entries
         for each statement execute function refuse_change_of_ledger()`,
      ];

const UNCLOSED = 'insert into unclosed_entries (entry_id, at, debit, credit, amount_paisa)';
const UNSTATED = 'insert into unstated_entries (operator_id, line_group, entry_id, at)';

/** Condition that a row belongs on a statement of its company. `row` is '' or 'new.'. */
const belongsOnStatement = (row: string): string => `${row}kind <> 'PAYOUT' and ${row}operator_id is not null
  and (${row}debit in ('OPERATOR', 'CASH') or ${row}credit in ('OPERATOR', 'CASH'))`;

/**
 * All ledger rows of a booking go on one statement. A row without a booking is a group of its own, with its negated id.
 */
const unstatedColumns = (row: string): string =>
  `${row}operator_id, coalesce(${row}booking_id, -${row}id), ${row}id, ${row}at`;

/**
 * Triggers that list each new ledger row for the next closing of balances, and for the next statement. Rows are listed
 * one by one, not found by their moment. Every row then counts once, even if clocks or the order of commits differ.
 */
export const listNewEntries = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite'
    ? [
        `create trigger ledger_unclosed after insert on ledger_entries begin
           ${UNCLOSED} values (new.id, new.at, new.debit, new.credit, new.amount_paisa);
         end`,
        `create trigger ledger_unstated after insert on ledger_entries when ${belongsOnStatement('new.')} begin
           ${UNSTATED} values (${unstatedColumns('new.')});
         end`,
      ]
    : [
        ...afterInsert(
          'ledger_unclosed',
          'list_unclosed_entries',
          `${UNCLOSED} select id, at, debit, credit, amount_paisa from added`,
        ),
        ...afterInsert(
          'ledger_unstated',
          'list_unstated_entries',
          `${UNSTATED} select ${unstatedColumns('')} from added where ${belongsOnStatement('')}`,
        ),
      ];

/** A Postgres trigger that runs once for all rows of a statement, which are in the table `added`. */
export const afterInsert = (trigger: string, run: string, statement: string): readonly string[] => [
  `create function ${run}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
  `create trigger ${trigger} after insert on ledger_entries referencing new table as added
   for each statement execute function ${run}()`,
];

/** Statements that remove the functions of `onlyAdded` and `listNewEntries`. */
export const dropFunctions = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'postgres'
    ? ['refuse_change_of_ledger', 'list_unclosed_entries', 'list_unstated_entries'].map(
        (name) => `drop function ${name}() cascade`,
      )
    : [];
