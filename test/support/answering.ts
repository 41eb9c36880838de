import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON of the body; undefined without a body. */
  readonly body: unknown;
}

/** A server that gives every request the same answer, and records the requests. */
export interface AnsweringServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the answer to all later requests. An object is sent as JSON, a text unchanged. */
  readonly say: (body: unknown, status?: number, headers?: Readonly<Record<string, string>>) => void;
  /** Makes the server hang up instead of answering. */
  readonly hangUp: () => void;
  readonly respond: (listener: RequestListener) => void;
  readonly close: () => Promise<void>;
}

export async function startAnswering(): Promise<AnsweringServer> {
  const received: Received[] = [];
  let listener: RequestListener = (_, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      });
      listener(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    say(body, status = 200, headers = {}) {
      listener = (_, response) =>
        response
          .writeHead(status, { 'Content-Type': 'application/json', ...headers })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
    },
    hangUp() {
      listener = (request) => request.socket.destroy();
    },
    respond(next) {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
