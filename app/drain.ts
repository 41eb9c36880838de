import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for which idle connections stay open after the service begins to stop. */
const IDLE_MS = 500;
const CHECK_EVERY_MS = 25;

/** Stops a server without failing requests. Tracks the requests that are not answered yet. */
export interface Drain {
  /**
   * Accepts no new connections. Still answers requests that have arrived or arrive on open connections, with
   * `Connection: close`. Closes all connections afterwards, at the latest after `withinMs`.
   */
  readonly stop: (withinMs: number) => Promise<void>;
}

export function drainOf(server: Server): Drain {
  const inFlight = new Set<ServerResponse>();
  let stopping = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    if (stopping) response.shouldKeepAlive = false;
  });

  return {
    async stop(withinMs) {
      const started = performance.now();
      const spent = (): number => performance.now() - started;
      stopping = true;
      // The `close` of node:http would close idle connections at once. A request may already be on its way on such a
      // connection.
      NetServer.prototype.close.call(server);
      for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
      while (spent() < withinMs && (inFlight.size > 0 || spent() < IDLE_MS)) {
        if (inFlight.size === 0 && (await connections(server)) === 0) break;
        await pause(CHECK_EVERY_MS);
      }
      server.closeAllConnections();
      // Ends the timer that looks for slow connections, which would keep the whole service in memory.
      server.close();
    },
  };
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
