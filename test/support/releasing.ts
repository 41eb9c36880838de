import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy in front of the service. On request it serves a later build of the pages. */
export interface Released {
  readonly url: string;
  /**
   * Switches to a later build: its first script has another name, and sets `data-build="later"` on the document. The
   * API answers 503 until `serve` is called, as while a service starts.
   */
  readonly release: () => void;
  readonly serve: () => void;
  readonly close: () => Promise<void>;
}

const LATER = 'conductor-LATER123.js';
const MARK = '\n;document.documentElement.dataset.build = "later";';
/** Headers that a proxy must not pass on, because they describe its own connection or compression. */
const DROPPED = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'etag'];

/** Starts a proxy that serves conductors' pages, and can switch to a later build of these pages. */
export async function releasing(service: string): Promise<Released> {
  const document = await (await fetch(`${service}/conductor`)).text();
  const script = /conductor-\w+\.js/.exec(document)![0];
  let isLater = false;
  let isDown = false;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    if (isDown && path.startsWith('/api/')) return void response.writeHead(503).end();
    const isMark = path === `/assets/${LATER}`;
    const body = request.method === 'POST' ? await text(request) : undefined;
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'accept-language'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]));
    const answer = await fetch(service + (isMark ? `/assets/${script}` : path), {
      method: request.method!,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    let content = Buffer.from(await answer.arrayBuffer());
    if (isLater && /^\/conductor(?:\/worker\.js|$|\?)/.test(path))
      content = Buffer.from(content.toString().replaceAll(script, LATER));
    if (isMark) content = Buffer.from(content.toString() + MARK);
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !DROPPED.includes(name)).flat());
    response.end(content);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isLater = isDown = true;
    },
    serve: () => {
      isDown = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
