import { type Part, type Sql, assemble, Fragment } from '../../adapters/knex/engine/sql.ts';
import { SMALL } from './large-database.ts';

/** Partial indexes that contain only waiting rows, so they stay small. */
const FEW_ROWS = new Set([
  'outbox_waiting',
  'mail_queue_waiting',
  'sms_queue_waiting',
  'sms_queue_codes',
  'payments_open',
  'payments_unclear',
  'bus_documents_waiting',
  'refunds_unpaid',
  'feed_events_waiting',
  'webhook_deliveries_due',
  'booking_seats_with_wishes',
]);
/**
 * Indexes in whose order a statement may read rows until a page of the list is full. The lists are trips on sale,
 * refunds, adjustments, and bookings or payments that contain a text.
 */
const IN_ORDER = new Set([
  'schedules_fare_paisa_id_index',
  'bookings_newest',
  'payments_newest',
  'refunds_by_day',
  'adjustments_proposed_at_id_index',
]);

/**
 * Conditions of a text search. No index finds a text inside a column. So the database reads rows in the order of an
 * index until the page of the list is full.
 */
const SEARCHES = { sqlite: /search_key like \? escape \?/, postgres: /search_key ~~ / };

interface Statement {
  readonly text: string;
  readonly values: Fragment['values'];
}

/**
 * Wraps `sql`. Calls `walks` with each statement and the steps of its query plan that scan a growing table. Statements
 * that nobody awaits are checked in the background; `pending` gets the promises of these checks.
 */
export function watched(
  sql: Sql,
  walks: (statement: string, words: readonly string[]) => void,
  pending: Promise<void>[],
): Sql {
  const look = async (strings: TemplateStringsArray, parts: readonly Part[]): Promise<void> => {
    const statement = assemble(strings, parts);
    walks(
      statement.text.replace(/\s+/g, ' ').trim(),
      await (sql.dialect === 'sqlite' ? walksOnSqlite(sql, statement) : walksOnPostgres(sql, statement)),
    );
  };
  return {
    dialect: sql.dialect,
    rows: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) => {
      await look(strings, parts);
      return sql.rows<Row>(strings, ...parts);
    },
    one: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) => {
      await look(strings, parts);
      return sql.one<Row>(strings, ...parts);
    },
    changes: async (strings, ...parts) => {
      await look(strings, parts);
      return sql.changes(strings, ...parts);
    },
    post: (strings, ...parts) => {
      pending.push(look(strings, parts));
      sql.post(strings, ...parts);
    },
  };
}

/** Names of subqueries in a statement. A subquery is no table, so a scan of it is allowed. */
const ownNames = (text: string): ReadonlySet<string | undefined> =>
  new Set([...text.matchAll(/(\w+) as (?:materialized )?\(|\) as (\w+)/g)].map(([, before, after]) => before ?? after));

/** Steps of SQLite's plan that read a whole table (`SCAN`) or build an index for this one query (`AUTOMATIC`). */
async function walksOnSqlite(sql: Sql, { text, values }: Statement): Promise<readonly string[]> {
  const steps = await sql.rows<{ detail: string }>`${new Fragment(`explain query plan ${text}`, values)}`;
  const own = ownNames(text);
  const isSorted = steps.some(({ detail }) => detail.includes('TEMP B-TREE'));
  return steps
    .map(({ detail }) => detail)
    .filter((detail) => {
      if (detail.includes('AUTOMATIC')) return true;
      const [, name = '', index = ''] = /^SCAN ([a-z]\w*)(?:.* INDEX (\S+))?/.exec(detail) ?? [];
      // The plan of an insert includes foreign key checks of rows that refer to the new row. No such row exists yet, so
      // SQLite skips these checks.
      if (/^\s*insert/.test(text) && !new RegExp(`\\b${name}\\b`).test(text)) return false;
      return (
        name !== '' &&
        !own.has(name) &&
        !SMALL.has(tableOf(text, name)) &&
        !FEW_ROWS.has(index) &&
        !IN_ORDER.has(index) &&
        !isNewest(text, detail) &&
        !(isPage(text, detail) && !isSorted)
      );
    });
}

/** The name of the table that has this alias in a statement. */
const tableOf = (text: string, alias: string): string =>
  new RegExp(`(?:from|join|into|update)\\s+(\\w+)\\s+(?:as\\s+)?${alias}\\b`, 'i').exec(text)?.[1] ?? alias;

/** True for a statement without conditions that reads only the rows with the highest ids. */
const isNewest = (text: string, detail: string): boolean =>
  /^SCAN \w+$/.test(detail) && /\sfrom \w+\s+order by id desc limit \?\s*$/.test(text);

/** True for a statement that reads one page of a list or search in the order of an index. */
const isPage = (text: string, detail: string): boolean =>
  (SEARCHES.sqlite.test(text) || (/ INDEX /.test(detail) && !/\swhere\s/.test(withoutSubqueries(text)))) &&
  /\slimit \?\s*$/.test(text);

/** A statement without everything in parentheses. */
function withoutSubqueries(text: string): string {
  const outer = text.replace(/\([^()]*\)/g, '');
  return outer === text ? text : withoutSubqueries(outer);
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
}

async function walksOnPostgres(sql: Sql, { text, values }: Statement): Promise<readonly string[]> {
  const row = await sql.one<{
    'QUERY PLAN': readonly { readonly Plan: Node }[];
  }>`${new Fragment(`explain (format json) ${text}`, values)}`;
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => walksIn(plan, false));
}

function walksIn(node: Node, isLimited: boolean): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans: plans = [] } = node;
  const inside = plans.flatMap((plan) =>
    walksIn(plan, type === 'Limit' || (isLimited && type !== 'Sort' && type !== 'Aggregate')),
  );
  const isWalk =
    type === 'Seq Scan'
      ? !SMALL.has(table)
      : /Index/.test(type) &&
        node['Index Cond'] === undefined &&
        !SMALL.has(table) &&
        !FEW_ROWS.has(index) &&
        !(isLimited && (node.Filter === undefined || IN_ORDER.has(index) || SEARCHES.postgres.test(node.Filter)));
  return isWalk ? [`${type} ${table} ${index} ${node.Filter ?? ''}`.trim(), ...inside] : inside;
}
