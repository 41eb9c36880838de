import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the receiver of webhooks got it. */
export interface ReceivedHook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The moment at which the request had come, in milliseconds. */
  readonly at: number;
}

export interface HookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedHook[];
  /** The answer to further requests. Null answers nothing. */
  answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } | null;
  readonly close: () => Promise<void>;
}

/** Receives webhooks on a free port of this machine. Tests close it. */
export async function hookReceiver(): Promise<HookReceiver> {
  const received: ReceivedHook[] = [];
  const receiver = { answer: { status: 204 } as HookReceiver['answer'] };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body, at: Date.now() });
      if (receiver.answer)
        response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
