export type Dialect = 'sqlite' | 'postgres';

/** A value that can be bound to a statement. Moments, money and keys are numbers. */
export type SqlValue = string | number | boolean | null;

/** A piece of SQL with its bound values. A statement may contain a piece where it could contain a value. */
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
 * Runs statements on one connection. Statements are template literals. A value in `${}` is bound and never becomes part
 * of the text, unless it is a Fragment. A text is prepared once per connection, because planning a join costs more than
 * running it. On Postgres it is prepared under a name.
 */
export interface Sql {
  readonly dialect: Dialect;
  /** All rows of a query, or of a change with a returning clause. */
  rows<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<readonly Row[]>;
  /** The first row of the result, if any. */
  one<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<Row | undefined>;
  /** Runs a change without a returning clause, and returns the number of changed rows. */
  changes(strings: TemplateStringsArray, ...parts: readonly Part[]): Promise<number>;
  /**
   * Sends a change without waiting for its answer, if no other statement depends on the change. If it fails, its
   * transaction fails.
   */
  post(strings: TemplateStringsArray, ...parts: readonly Part[]): void;
}

/** Work that sends statements over a connection. */
export type Work<Result> = (sql: Sql) => Promise<Result>;

/** Runs statements and transactions on the connections to one kind of database. */
export interface Connections {
  /** Runs statements outside any transaction. */
  read<Result>(work: Work<Result>): Promise<Result>;
  /** Runs work in one transaction, once. Resolves when it is committed, and rejects when it is rolled back. */
  transact<Result>(work: Work<Result>): Promise<Result>;
}

const NONE = new Fragment('');

/** A piece of SQL with bound values. */
export function fragment(strings: TemplateStringsArray, ...parts: readonly Part[]): Fragment {
  const { text, values } = assemble(strings, parts);
  return new Fragment(text, values);
}

/** Fixed SQL text, such as a list of columns. Never pass it anything a user wrote. */
export const raw = (text: string): Fragment => new Fragment(text);

/** Values in parentheses, for `in`. An empty list matches nothing. */
export const list = (values: readonly SqlValue[]): Fragment =>
  values.length === 0 ? new Fragment('(null)') : new Fragment(`(${values.map(() => '?').join(', ')})`, values);

/**
 * Keys for `list`, filled up to the next power of two by repeating the last key. A list of another length makes another
 * statement, and every statement stays prepared. Powers of two keep the number of statements low.
 */
export const padded = <Key extends number | string>(ids: readonly Key[]): readonly Key[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)));
  return [...ids, ...ids.slice(-1).flatMap((last) => Array<Key>(length - ids.length).fill(last))];
};

/** Rows of values for an insert of several rows. */
export const tuples = (rows: readonly (readonly SqlValue[])[]): Fragment =>
  new Fragment(rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', '), rows.flat());

/** Pieces of SQL, joined by a separator. */
export const joined = (pieces: readonly Fragment[], separator: string): Fragment =>
  new Fragment(
    pieces.map(({ text }) => text).join(separator),
    pieces.flatMap(({ values }) => values),
  );

/** Values as a JSON array in a column of `jsonRows`. */
export const jsonArray = (dialect: Dialect, values: readonly Fragment[]): Fragment =>
  fragment`${raw(dialect === 'sqlite' ? 'json_array' : 'json_build_array')}(${joined(values, ', ')})`;

/**
 * The rows of a query as one JSON text, an array of arrays. Null if Postgres finds none. `from` is the text after the
 * keyword `from`. The order of rows is certain only if `from` contains one.
 */
export function jsonRows(dialect: Dialect, columns: readonly Fragment[], from: Fragment, order?: Fragment): Fragment {
  const [values, ordered] = [joined(columns, ', '), order ? fragment`order by ${order}` : NONE];
  return dialect === 'sqlite'
    ? fragment`(select json_group_array(json_array(${values}) ${ordered}) from ${from})`
    : fragment`(select cast(json_agg(json_build_array(${values}) ${ordered}) as text) from ${from})`;
}

/** A boolean condition as a column of `jsonRows`. SQLite would write it as a number. */
export const jsonBoolean = (dialect: Dialect, condition: Fragment): Fragment =>
  dialect === 'sqlite' ? fragment`json(case when ${condition} then 'true' else 'false' end)` : condition;

/** Exclusive row locks on Postgres. SQLite has only one writer at a time and needs no locks. */
export const forUpdate = (sql: Pick<Sql, 'dialect'>, of?: string): Fragment =>
  sql.dialect === 'postgres' ? raw(`for update${of ? ` of ${of}` : ''}`) : NONE;
export const forUpdateSkipLocked = (sql: Pick<Sql, 'dialect'>, of?: string): Fragment =>
  sql.dialect === 'postgres' ? raw(`for update ${of ? `of ${of} ` : ''}skip locked`) : NONE;

/** Shared row locks, which keep others from changing the rows. */
export const forShare = (sql: Pick<Sql, 'dialect'>): Fragment => (sql.dialect === 'postgres' ? raw('for share') : NONE);

/** Shared row locks of the weakest kind, which keep others only from deleting the rows or changing their keys. */
export const forKeyShare = (sql: Pick<Sql, 'dialect'>, of: string): Fragment =>
  sql.dialect === 'postgres' ? raw(`for key share of ${of}`) : NONE;

/** Row locks that do not block inserts of rows that refer to the locked rows. */
export const forNoKeyUpdate = (sql: Pick<Sql, 'dialect'>): Fragment =>
  sql.dialect === 'postgres' ? raw('for no key update') : NONE;
export const forNoKeyUpdateSkipLocked = (sql: Pick<Sql, 'dialect'>): Fragment =>
  sql.dialect === 'postgres' ? raw('for no key update skip locked') : NONE;

const plainTexts = new WeakMap<TemplateStringsArray, string>();

/** The text of a statement with a `?` for each value, and the values. */
export function assemble(
  strings: TemplateStringsArray,
  parts: readonly Part[],
): { text: string; values: readonly SqlValue[] } {
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

/** Rows per statement: well below the number of values that either database can bind. */
const BATCH = 1_000;

/** Processes the items a thousand at a time, and returns all results. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await work(items.slice(start, start + BATCH))));
  return results;
}

/** The highest number of rows in a batch of `powersOfTwo`. */
const MOST = 256;

/**
 * Splits rows into batches whose sizes are powers of two. Every size needs its own prepared statement, and powers of
 * two keep their number low.
 */
export function* powersOfTwo<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0, size = MOST; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    yield rows.slice(start, start + size);
  }
}
