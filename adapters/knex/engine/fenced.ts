import type { Part, Sql } from './sql.ts';

/** Access to a connection that ends with one transaction. */
export interface Fenced {
  readonly sql: Sql;
  /** Makes every further statement throw, because the connection belongs to somebody else. */
  readonly end: () => void;
  /** The error of the first statement that failed, even if the work caught it. */
  readonly failure: () => { readonly reason: unknown } | undefined;
}

export function fenced(sql: Sql): Fenced {
  let over = false;
  let failure: { readonly reason: unknown } | undefined;

  const within = <Result>(send: () => Result): Result => {
    if (over) throw new Error('A statement was sent after its transaction had ended.');
    return send();
  };
  const recorded = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    try {
      return await within(send);
    } catch (error) {
      failure ??= { reason: error };
      throw error;
    }
  };

  return {
    sql: {
      dialect: sql.dialect,
      rows: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
        recorded(() => sql.rows<Row>(strings, ...parts)),
      one: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
        recorded(() => sql.one<Row>(strings, ...parts)),
      changes: (strings, ...parts) => recorded(() => sql.changes(strings, ...parts)),
      post: (strings, ...parts) => within(() => sql.post(strings, ...parts)),
    },
    end: () => {
      over = true;
    },
    failure: () => failure,
  };
}
