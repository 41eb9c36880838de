import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long idle connections stay open once the service is stopping. */
const IDLE_MS = 500;
const CHECK_EVERY_MS = 25;

/** Keeps track of the requests in flight, so that a server can stop without failing any of them. */
export interface Drain {
  /**
   * Accepts no new connections. Responds to requests that are in flight or arrive on open connections, each with
   * `Connection: close`, and then closes all connections.
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
      // Not the close of node:http, which closes idle connections at once: a request may be under way on any of them.
      NetServer.prototype.close.call(server);
      for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
      while (spent() < withinMs && (inFlight.size > 0 || spent() < IDLE_MS)) {
        if (inFlight.size === 0 && (await connections(server)) === 0) break;
        await pause(CHECK_EVERY_MS);
      }
      server.closeAllConnections();
    },
  };
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
