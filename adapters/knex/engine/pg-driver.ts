import pg from 'pg';
import { assemble } from './sql.ts';
import type { Part, Sql, SqlValue } from './sql.ts';

/*
 * What is particular about pg: how it returns numbers, how it names prepared statements, and a first statement that
 * carries the begin of its transaction. The last relies on pg's internals, so package.json pins its version.
 */

/** pg returns 64-bit integers as text. Moments, money and counts all fit a JavaScript number exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Sends statements without waiting for the answers to earlier ones. pg's published types lack this option. */
export const PIPELINED = { pipeline: true };

interface Named {
  readonly name: string;
  readonly text: string;
}

/** Each text has one name, the same on every connection. Prepared once, it is then only bound and run. */
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

/** A statement for pg. */
export interface PgStatement extends Named {
  readonly values: SqlValue[];
}

/** Sends statements to a connection of pg. */
export interface PgSender {
  send(statement: PgStatement): Promise<pg.QueryResult>;
  /** Sends without waiting. If the statement fails, that is found out when the transaction ends. */
  post(statement: PgStatement): void;
}

export function postgresSql(sender: PgSender): Sql {
  const statement = (strings: TemplateStringsArray, parts: readonly Part[]): PgStatement => {
    const { text, values } = assemble(strings, parts);
    return { ...naming(text), values: values as SqlValue[] };
  };

  return {
    dialect: 'postgres',
    async rows<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      return (await sender.send(statement(strings, parts))).rows as Row[];
    },
    async one<Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      return (await sender.send(statement(strings, parts))).rows[0] as Row | undefined;
    },
    async changes(strings, ...parts) {
      return (await sender.send(statement(strings, parts))).rowCount ?? 0;
    },
    post: (strings, ...parts) => sender.post(statement(strings, parts)),
  };
}

/*
 * The first statement of a transaction, sent together with begin before a single Sync message: that saves a round trip,
 * and if begin fails, Postgres skips the statement. pg itself sends one statement per Sync; `Opening` puts others in
 * front of it.
 */

/** The methods of pg's connection that write the extended query protocol. */
interface ConnectionInternals {
  readonly parsedStatements: Record<string, string>;
  parse(message: { readonly text: string }): void;
  bind(message: { readonly values: readonly (string | null)[] }): void;
  execute(message: object): void;
}

/** The parts of pg's query that its published types leave out. */
interface QueryInternals {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  hasBeenParsed(connection: ConnectionInternals): boolean;
  prepare(connection: ConnectionInternals): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: ConnectionInternals): void;
  handleError(error: unknown, connection: ConnectionInternals): void;
}

const PgQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { readonly queryMode: 'extended' },
) => QueryInternals & pg.Submittable;

type Ahead = Pick<PgStatement, 'text' | 'values'>;

class Opening extends PgQuery {
  readonly #ahead: readonly Ahead[];
  #answered = 0;
  #parses = false;

  constructor(ahead: readonly Ahead[], statement: PgStatement) {
    super({ ...statement, queryMode: 'extended' });
    this.#ahead = ahead;
  }

  get answered(): number {
    return this.#answered;
  }

  override prepare(connection: ConnectionInternals): void {
    this.#parses = !this.hasBeenParsed(connection);
    for (const { text, values } of this.#ahead) {
      connection.parse({ text });
      connection.bind({ values: values.map((value) => (value === null ? null : String(value))) });
      connection.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#answered === this.#ahead.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: ConnectionInternals): void {
    if (this.#answered === this.#ahead.length) super.handleCommandComplete(message, connection);
    else this.#answered += 1;
  }

  override handleError(error: unknown, connection: ConnectionInternals): void {
    // pg believes that the statement was parsed: what it saw being parsed was one of those in front of it.
    if (this.#parses && this.#answered < this.#ahead.length)
      Reflect.deleteProperty(connection.parsedStatements, (this as { readonly name?: string }).name ?? '');
    super.handleError(error, connection);
  }
}

export interface Opened {
  /** How many of the statements in front succeeded: begin, then what was posted. */
  readonly answered: number;
  readonly error: Error | null;
  readonly result: pg.QueryResult;
}

/**
 * Read committed, whatever the database is set to: after waiting for a lock, a statement has to see what the
 * transaction that held it has committed.
 */
const BEGIN: Ahead = { text: 'begin isolation level read committed', values: [] };

/** Sends begin, the posted statements and a first statement; calls `onAnswer` as soon as the answer arrives. */
export function sendOpening(
  client: pg.ClientBase,
  posted: readonly Ahead[],
  statement: PgStatement,
  onAnswer: (opened: Opened) => void,
): void {
  const opening = new Opening([BEGIN, ...posted], statement);
  opening.callback = (error, result) => onAnswer({ answered: opening.answered, error, result });
  client.query(opening);
}
