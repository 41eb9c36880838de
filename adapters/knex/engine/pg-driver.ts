import pg from 'pg';
import { type Part, type Sql, type SqlValue, assemble } from './sql.ts';

/*
 * The special cases of pg: the types of returned numbers, and the names and text of statements. Sending is in
 * pg-exchange.ts.
 */

/** pg returns 64-bit integers as text. Moments, money and counts all fit a JavaScript number exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Sends statements without waiting for the answers to earlier ones. pg's published types lack this option. */
export const PIPELINED = { pipeline: true };

interface Named {
  readonly name: string;
  readonly text: string;
}

/**
 * The name of each statement text, the same on every connection. A connection prepares a text once, and later only
 * binds and runs it.
 */
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

/** The answer of Postgres to a statement. */
export interface PgAnswer {
  readonly rows: readonly unknown[];
  readonly rowCount: number;
  /** The SQL command that ran, such as `INSERT`. */
  readonly command: string;
}

/** Sends statements to a connection of pg. */
export interface PgSender {
  send(statement: PgStatement): Promise<PgAnswer>;
  /** Sends a statement without waiting for its answer. If the statement fails, the transaction fails at its end. */
  post(statement: PgStatement): void;
}

export function postgresSql(sender: PgSender): Sql {
  const statement = (strings: TemplateStringsArray, parts: readonly Part[]): PgStatement => {
    const { text, values } = assemble(strings, parts);
    return { ...naming(text), values: values as SqlValue[] };
  };

  const ask = async (strings: TemplateStringsArray, parts: readonly Part[]): Promise<PgAnswer> => {
    try {
      return await sender.send(statement(strings, parts));
    } catch (error) {
      // The error was created in the socket's reader. The error's stack is replaced by that of the code that sent the
      // statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };

  return {
    dialect: 'postgres',
    rows: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
      (await ask(strings, parts)).rows as readonly Row[],
    one: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
      (await ask(strings, parts)).rows[0] as Row | undefined,
    changes: async (strings, ...parts) => (await ask(strings, parts)).rowCount,
    post: (strings, ...parts) => sender.post(statement(strings, parts)),
  };
}
