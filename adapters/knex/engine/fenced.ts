import type { Part, Sql } from './sql.ts';

/** A connection that can be used until its transaction ends. */
export interface Fenced {
  readonly sql: Sql;
  /** Makes every later statement throw, because the connection now serves another transaction. */
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
