import pg from 'pg';
import type { PgAnswer, PgStatement } from './pg-driver.ts';

/*
 * Sends several statements in one piece, with a single Sync after the last. A send wakes two processes and costs more
 * than the rest of a statement. The library pg sends one statement per Sync. For each of them, pg also asks for the
 * columns of the answer. This file relies on pg's internals, so package.json pins the version of pg.
 */

/** A statement with the callbacks for its answer. */
export interface Asked {
  readonly statement: PgStatement;
  readonly resolve: (answer: PgAnswer) => void;
  readonly reject: (error: Error) => void;
  /** Called if the statement did not run, because an earlier statement failed. */
  readonly skipped: (reason: Error) => void;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The methods of pg's connection that write the extended query protocol. */
interface ConnectionInternals {
  readonly stream: { cork(): void; uncork(): void };
  close(message: { readonly type: 'S'; readonly name: string }): void;
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: {
    readonly statement: string;
    readonly values: PgStatement['values'];
    readonly valueMapper: (value: PgStatement['values'][number]) => string | null;
  }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

/** The prepared statements of each connection, by name, with the columns of their answers. */
const preparedOn = new WeakMap<ConnectionInternals, Map<string, readonly Column[]>>();

function preparedBy(connection: ConnectionInternals): Map<string, readonly Column[]> {
  let prepared = preparedOn.get(connection);
  if (!prepared) preparedOn.set(connection, (prepared = new Map<string, readonly Column[]>()));
  return prepared;
}

const parserOf = pg.types.getTypeParser as (dataTypeID: number) => Column['parse'];

const asText = (value: PgStatement['values'][number]): string | null => (value === null ? null : String(value));

/** Parses a command tag, such as `INSERT 0 2`, `SELECT 5` or `COMMIT`. */
function outcomeOf(tag: string): { readonly command: string; readonly rowCount: number } {
  const end = tag.indexOf(' ');
  return end < 0
    ? { command: tag, rowCount: 0 }
    : { command: tag.slice(0, end), rowCount: Number(tag.slice(tag.lastIndexOf(' ') + 1)) };
}

// pg sends only queries of its own class on a pipelined connection.
const PgQuery = pg.Query as unknown as new (config: pg.QueryConfig) => object;

class Exchange extends PgQuery implements pg.Submittable {
  readonly #asked: readonly Asked[];
  #prepared = new Map<string, readonly Column[]>();
  /**
   * The columns of each sent statement's answer; undefined if the statement was not prepared before. The columns are
   * kept until the answer, even if the statement is prepared again meanwhile.
   */
  readonly #sentWith: (readonly Column[] | undefined)[] = [];
  /** The number of answered statements. */
  #answered = 0;
  #columns: readonly Column[] | undefined;
  #rows: unknown[] = [];

  constructor(asked: readonly Asked[]) {
    super({ text: '' });
    this.#asked = asked;
  }

  submit(connection: pg.Connection): void {
    const sending = connection as unknown as ConnectionInternals;
    this.#prepared = preparedBy(sending);
    sending.stream.cork();
    for (const { statement } of this.#asked) this.#send(statement, sending);
    sending.sync();
    sending.stream.uncork();
  }

  #send({ name, text, values }: PgStatement, connection: ConnectionInternals): void {
    const columns = this.#prepared.get(name);
    this.#sentWith.push(columns);
    if (!columns) {
      // A failed or unanswered statement may have left this name prepared.
      if (name !== '') connection.close({ type: 'S', name });
      connection.parse({ name, text });
    }
    connection.bind({ statement: name, values, valueMapper: asText });
    if (!columns && name !== '') connection.describe({ type: 'P' });
    connection.execute({});
  }

  get #current(): Asked | undefined {
    return this.#asked[this.#answered];
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#sentWith[this.#answered] ?? [];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#columns.length; index += 1) {
      const { name, parse } = this.#columns[index] as Column;
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const asked = this.#current;
    if (!asked) return;
    const { name } = asked.statement;
    if (name !== '' && !this.#sentWith[this.#answered]) this.#prepared.set(name, this.#columns ?? []);
    asked.resolve({ rows: this.#rows, ...outcomeOf(tag) });
    this.#answered += 1;
    this.#columns = undefined;
    this.#rows = [];
  }

  /**
   * Rejects all statements that have no answer: Postgres skips all statements after a failed one. The failed statement
   * is prepared again at its next use. Its name may be closed on the connection, or a migration may have changed the
   * types of its columns.
   */
  handleError(error: Error): void {
    const [failed, ...behind] = this.#asked.slice(this.#answered);
    this.#answered = this.#asked.length;
    if (failed) this.#prepared.delete(failed.statement.name);
    failed?.reject(error);
    for (const { skipped } of behind) skipped(error);
  }

  handleReadyForQuery(): void {
    // Nothing to do: all answers have arrived. pg calls this method for every query.
  }
}

/** Sends statements in one piece. Outside a transaction, the statements form a transaction of their own. */
export function exchange(client: pg.ClientBase, asked: readonly Asked[]): void {
  client.query(new Exchange(asked));
}

/** Sends one statement alone. */
export const ask = (client: pg.ClientBase, statement: PgStatement): Promise<PgAnswer> =>
  new Promise((resolve, reject) => {
    exchange(client, [{ statement, resolve, reject, skipped: reject }]);
  });
