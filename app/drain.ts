import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long callers may keep a connection on which nothing happens, once the service is stopping. */
const IDLE_MS = 500;
const LOOK_EVERY_MS = 25;

/** Knows the requests in flight, so that a server can stop without failing one. */
export interface Drain {
  /** Takes no new connection, answers what is in flight or comes in on open ones, each with the word that it is the last, and then parts with all. */
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
      // Not http's own close: it hangs up on connections that are idle at this moment, and a request may be on its way on each of them.
      NetServer.prototype.close.call(server);
      for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
      while (spent() < withinMs && (inFlight.size > 0 || spent() < IDLE_MS)) {
        if (inFlight.size === 0 && (await connections(server)) === 0) break;
        await pause(LOOK_EVERY_MS);
      }
      server.closeAllConnections();
    },
  };
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve) => { server.getConnections((error, count) => resolve(error ? 0 : count)); });
