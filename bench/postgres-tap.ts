import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** Statements and round trips that a server has sent to Postgres. */
export interface Traffic {
  /** Executed statements, including `begin` and `commit`. */
  readonly statements: number;
  /** The number of round trips, in which the server sent something and waited for the answer. */
  readonly sends: number;
}

export interface Tap {
  /** The URL of the forwarder. A server that uses this URL reaches the database, and its traffic is counted. */
  readonly url: string;
  readonly traffic: () => Traffic;
  readonly close: () => void;
}

const [LENGTH_BYTES, EXECUTE, QUERY] = [4, 'E'.charCodeAt(0), 'Q'.charCodeAt(0)];

/** Forwards all data between a server and Postgres, and counts statements and round trips. */
export async function tapPostgres(to: string): Promise<Tap> {
  const url = new URL(to);
  const target = { host: url.hostname, port: Number(url.port === '' ? 5_432 : url.port) };
  let [statements, sends] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    const count = messageCounter();
    let isWaiting = false;
    client.on('data', (chunk) => {
      const run = count(chunk);
      statements += run;
      if (run > 0 && !isWaiting) sends += 1;
      if (run > 0) isWaiting = true;
    });
    upstream.on('data', () => {
      isWaiting = false;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    traffic: () => ({ statements, sends }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Makes a function that counts the statements in the data of a client. The first message has no type byte, all later
 * ones have.
 */
function messageCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let statements = 0;
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + LENGTH_BYTES) return statements;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return statements;
      if (hasStarted && (rest[0] === EXECUTE || rest[0] === QUERY)) statements += 1;
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
