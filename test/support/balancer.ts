import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A proxy before the database, as haproxy is. It passes connections to one server. */
export interface Balancer {
  readonly url: string;
  /** Passes new connections to another server, and cuts those to the former one. */
  readonly moveTo: (next: string) => void;
  readonly close: () => void;
}

export async function balancer(first: string): Promise<Balancer> {
  let target = new URL(first);
  const sockets = new Set<Socket>();
  const server: Server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(first);
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    moveTo(next) {
      target = new URL(next);
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
