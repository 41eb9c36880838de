import type { Knex } from 'knex';

/*
 * Internals of Knex that its types do not publish. This file uses Knex's pool, the mark that makes the pool discard a
 * connection, and the driver's name. After an update of Knex, only this file has to be checked.
 */

interface Client {
  readonly driverName?: string;
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  /** The pool of connections; undefined once the client is closed. */
  readonly pool?: { numUsed(): number; numPendingAcquires(): number };
}

export interface Pool<Connection extends object> {
  acquire(): Promise<Connection>;
  release(connection: Connection): Promise<void>;
  /** Marks a connection as broken. Once released, it is closed and not used again. */
  discard(connection: Connection, why: unknown): void;
  /** The number of connections in use, and of callers that wait for one. */
  readonly load: () => { readonly running: number; readonly waiting: number };
}

const clientOf = (knex: Knex): Client => knex.client as Client;

export const isPostgres = (knex: Knex): boolean => clientOf(knex).driverName === 'pg';

export function poolOf<Connection extends object>(knex: Knex): Pool<Connection> {
  const client = clientOf(knex);
  return {
    acquire: () => client.acquireConnection() as Promise<Connection>,
    release: (connection) => client.releaseConnection(connection),
    discard: (connection, why) => {
      Object.assign(connection, { __knex__disposed: why });
    },
    load: () => ({ running: client.pool?.numUsed() ?? 0, waiting: client.pool?.numPendingAcquires() ?? 0 }),
  };
}
