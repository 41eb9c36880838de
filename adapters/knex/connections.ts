import type { Sql } from './sql.ts';

export type Work<Result> = (sql: Sql) => Promise<Result>;

/** How a kind of database lets its connections be used. */
export interface Connections {
  /** Runs statements that stand alone, each for itself. */
  read<Result>(work: Work<Result>): Promise<Result>;
  /** Runs work in one transaction, once: resolves when it is committed, rejects when nothing of it is. */
  transact<Result>(work: Work<Result>): Promise<Result>;
}

/** The part of Knex's client that hands out connections. */
export interface Pool {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  /** Gone once it is closed. */
  readonly pool?: { numUsed(): number; numPendingAcquires(): number };
}
