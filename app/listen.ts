import type { Server } from 'node:http';
import { portTaken } from './start-failure.ts';

/** Listens; rejects with a StartFailure when the port or the address is not to be had. */
export const listen = (server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(portTaken(error, 'PORT', host, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
