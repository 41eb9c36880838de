import type BetterSqlite3 from 'better-sqlite3';
import type pg from 'pg';

export type Dialect = 'sqlite' | 'postgres';

/** What a statement may carry. Moments, money and keys are numbers. */
export type SqlValue = string | number | boolean | null;

/** A piece of SQL with its values, to be put into a statement in place of a value. */
export class Fragment {
  readonly text: string;
  readonly values: readonly SqlValue[];

  constructor(text: string, values: readonly SqlValue[] = []) {
    this.text = text;
    this.values = values;
  }
}

export type Part = SqlValue | Fragment;

/**
 * Runs statements on one connection. Statements are template literals: what stands in `${}` travels as a bound value and never as text,
 * unless it is a Fragment. Each text is prepared once a connection, on Postgres under a name: planning a join costs more than running it.
 */
export interface Sql {
  readonly dialect: Dialect;
  /** Every row of the answer: of a query, or of a change with a returning clause. */
  rows<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<readonly Row[]>;
  /** The first row, if any. */
  one<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<Row | undefined>;
  /** How many rows a change without a returning clause touched. */
  changes(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<number>;
  /** Sends a change that nothing else depends on, without waiting for it. Should it fail, so does the transaction that it stands in. */
  post(strings: TemplateStringsArray, ...parts: readonly Part[]): void;
}

/** A piece of SQL to be put into a statement. */
export function fragment(strings: TemplateStringsArray, ...parts: readonly Part[]): Fragment {
  const { text, values } = assemble(strings, parts);
  return new Fragment(text, values);
}

/** Fixed SQL text, such as a column list. Never hand it what a user wrote. */
export const raw = (text: string): Fragment => new Fragment(text);

/** Values between parentheses, for `in`. An empty list matches nothing. */
export const list = (values: readonly SqlValue[]): Fragment =>
  values.length === 0 ? new Fragment('(null)') : new Fragment(`(${values.map(() => '?').join(', ')})`, values);

/** Rows of values for a multi-row insert. */
export const tuples = (rows: readonly (readonly SqlValue[])[]): Fragment =>
  new Fragment(rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', '), rows.flat());

/** Pieces one after the other. */
export const joined = (pieces: readonly Fragment[], separator: string): Fragment =>
  new Fragment(pieces.map(({ text }) => text).join(separator), pieces.flatMap(({ values }) => values));

const NONE = new Fragment('');

/** Row locks, where the database has them: SQLite's writers come one at a time anyway. */
export const forUpdate = (sql: Pick<Sql, 'dialect'>, of?: string): Fragment =>
  sql.dialect === 'postgres' ? raw(`for update${of ? ` of ${of}` : ''}`) : NONE;
export const forUpdateSkipLocked = (sql: Pick<Sql, 'dialect'>, of?: string): Fragment =>
  sql.dialect === 'postgres' ? raw(`for update ${of ? `of ${of} ` : ''}skip locked`) : NONE;

const plainTexts = new WeakMap<TemplateStringsArray, string>();

function assemble(strings: TemplateStringsArray, parts: readonly Part[]): { text: string; values: readonly SqlValue[] } {
  if (!parts.some((part) => part instanceof Fragment)) {
    let text = plainTexts.get(strings);
    if (text === undefined) plainTexts.set(strings, (text = strings.join('?')));
    return { text, values: parts as readonly SqlValue[] };
  }
  let text = strings[0] ?? '';
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (part instanceof Fragment) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values };
}

/** Statements on a better-sqlite3 connection that prepares each text once. They run at once; the promises only keep the port's shape. */
export function sqliteSql(connection: BetterSqlite3.Database): Sql {
  const bound = (values: readonly SqlValue[]): readonly SqlValue[] =>
    values.some((value) => typeof value === 'boolean') ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) : values;

  return {
    dialect: 'sqlite',
    async rows<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      const { text, values } = assemble(strings, parts);
      return connection.prepare(text).all(...bound(values)) as Row[];
    },
    async one<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      const { text, values } = assemble(strings, parts);
      return connection.prepare(text).get(...bound(values)) as Row | undefined;
    },
    async changes(strings, ...parts) {
      const { text, values } = assemble(strings, parts);
      return connection.prepare(text).run(...bound(values)).changes;
    },
    post(strings, ...parts) {
      const { text, values } = assemble(strings, parts);
      connection.prepare(text).run(...bound(values));
    },
  };
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** One name a text, the same in every connection: a text that was prepared once is only bound and run. */
const named = new Map<string, Named>();

function naming(text: string): Named {
  let known = named.get(text);
  if (!known) {
    let count = 0;
    known = { name: `s${named.size + 1}`, text: text.replace(/\?/g, () => `$${++count}`) };
    named.set(text, known);
  }
  return known;
}

/** Statements on a pg connection. What is posted is noted in `posted`; whoever ends the transaction looks at how it went. */
export function postgresSql(connection: pg.ClientBase, posted: Promise<unknown>[]): Sql {
  const run = async (strings: TemplateStringsArray, parts: readonly Part[]): Promise<pg.QueryResult> => {
    const { text, values } = assemble(strings, parts);
    return connection.query({ ...naming(text), values: values as SqlValue[] });
  };

  return {
    dialect: 'postgres',
    async rows<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      return (await run(strings, parts)).rows as Row[];
    },
    async one<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      return (await run(strings, parts)).rows[0] as Row | undefined;
    },
    async changes(strings, ...parts) {
      return (await run(strings, parts)).rowCount ?? 0;
    },
    post(strings, ...parts) {
      const sent = run(strings, parts);
      sent.catch(() => undefined);
      posted.push(sent);
    },
  };
}
