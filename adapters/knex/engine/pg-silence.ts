import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Closes silent connections. A halted Postgres, or one behind a broken network, keeps its connections open, and callers
 * would wait for ever. As with any lost connection, the outcome of the last statement is unknown.
 */

/**
 * Internals of pg's client. The own `query_timeout` of pg does not help: it ignores queries that do not report their
 * end to pg.
 */
export interface ClientInternals {
  /** Whether all statements have been answered. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'destroy'> };
}

/**
 * The number of checks in the time `silenceMs`. With several checks, a pause of this process alone closes no
 * connection.
 */
const PARTS = 4;

/**
 * Ends a connection if an answer is due and no byte has arrived for `silenceMs`. The end may come up to a quarter
 * later.
 */
export function endWhenSilent(client: pg.ClientBase, silenceMs: number): void {
  const internals = client as unknown as ClientInternals;
  const hasGoneSilent = silenceOf(internals);
  const looking = setInterval(() => {
    if (hasGoneSilent()) endNow(client, silent(silenceMs));
  }, silenceMs / PARTS).unref();
  client.once('end', () => clearInterval(looking));
}

/** Ends a connection at once. Its statements fail with this error. */
export function endNow(client: pg.ClientBase, why: Error): void {
  (client as unknown as ClientInternals).connection.stream.destroy(why);
}

/**
 * Returns a function to call at even intervals. The function returns true once an answer has been due for PARTS
 * intervals without a byte.
 */
export function silenceOf(client: ClientInternals): () => boolean {
  let bytesRead: number | undefined;
  let parts = 0;

  return () => {
    const before = bytesRead;
    bytesRead = client.readyForQuery ? undefined : client.connection.stream.bytesRead;
    // Equal byte counts mean that the same answer is still missing: a new answer would have raised the count.
    parts = bytesRead !== undefined && bytesRead === before ? parts + 1 : 0;
    return parts === PARTS;
  };
}

const silent = (silenceMs: number): Error =>
  Object.assign(new Error(`Postgres has said nothing for ${silenceMs} ms.`), { code: 'ETIMEDOUT' });
