import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A connection to a server that tests can cut and restore. While it is cut, the server seems down. */
export interface Passage {
  /** The server's URL through this connection. */
  readonly url: string;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/**
 * Opens a connection that tests can cut. `alter` changes bytes to the server, and `alterAnswer` changes bytes from the
 * server.
 */
export async function passageTo(
  target: string,
  alter: (sent: Buffer) => Buffer = (sent) => sent,
  alterAnswer: (answer: Buffer) => Buffer = (answer) => answer,
): Promise<Passage> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let ownPort = 0;

  const passOn = (incoming: Socket): void => {
    const outgoing = connect(Number(port), hostname);
    for (const [one, other, altered] of [
      [incoming, outgoing, alter],
      [outgoing, incoming, alterAnswer],
    ] as const) {
      one
        .on('data', (chunk: Buffer) => {
          other.write(altered(chunk));
        })
        .once('end', () => {
          other.end();
        });
      sockets.add(one);
      other.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const mend = async (): Promise<void> => {
    const opened = createServer(passOn);
    await new Promise<void>((done) => opened.listen(ownPort, '127.0.0.1', done));
    ownPort = (opened.address() as AddressInfo).port;
    server = opened;
  };
  await mend();
  const url = new URL(target);
  url.host = `127.0.0.1:${ownPort}`;

  return {
    url: url.href,
    mend,
    cut: () =>
      new Promise((done) => {
        server?.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
