import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * A halted Postgres, or one that the network forgot, closes no connection: callers would wait for ever. So this side
 * closes the connections. As with any lost connection, the outcome of the last statement is unknown.
 */

/** Internals of pg's client. Its own `query_timeout` knows only queries that report their end to pg. */
export interface ClientInternals {
  /** Whether everything that was asked has been answered. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'destroy'> };
}

/** Parts in which a silence is measured. When this process itself pauses, the pause falls into one of them. */
const PARTS = 4;

/** Ends a connection that owes an answer and has said nothing for so long, or up to a quarter longer. */
export function endWhenSilent(client: pg.ClientBase, silenceMs: number): void {
  const internals = client as unknown as ClientInternals;
  const hasGoneSilent = silenceOf(internals);
  const looking = setInterval(() => {
    if (hasGoneSilent()) internals.connection.stream.destroy(silent(silenceMs));
  }, silenceMs / PARTS).unref();
  client.once('end', () => clearInterval(looking));
}

/** Tells, when it is called at even intervals, whether an answer has been owed without a byte for too many of them. */
export function silenceOf(client: ClientInternals): () => boolean {
  let bytesRead: number | undefined;
  let parts = 0;

  return () => {
    const before = bytesRead;
    bytesRead = client.readyForQuery ? undefined : client.connection.stream.bytesRead;
    // Had the one answer come and another been asked for meanwhile, there would have been something to read.
    parts = bytesRead !== undefined && bytesRead === before ? parts + 1 : 0;
    return parts === PARTS;
  };
}

const silent = (silenceMs: number): Error =>
  Object.assign(new Error(`Postgres has said nothing for ${silenceMs} ms.`), { code: 'ETIMEDOUT' });
