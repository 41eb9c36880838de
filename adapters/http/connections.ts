import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { HttpProblem, problemAnswer } from './problems.ts';

/** How long a caller may take, in milliseconds. */
export interface Patience {
  /** To send the headers, and the whole request. */
  readonly headers: number;
  readonly request: number;
  /** Between two requests on one connection. Longer than proxies keep theirs, so that they never send into a closing one. */
  readonly idle: number;
  /** To be done with a body that has been refused: reading on lets the refusal arrive, reading for ever would be a way in. */
  readonly leftover: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 30_000, idle: 65_000, leftover: 5_000 };

/** An HTTP server whose slow callers lose their connection, so that they can't use them all up. */
export function buildServer(app: Koa, patience: Patience = PATIENCE): Server {
  const server = createServer({
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    // By default Node looks for slow connections twice a minute only.
    connectionsCheckingInterval: Math.min(1_000, patience.headers),
    // Checked by the application, which answers with a problem.
    requireHostHeader: false,
  });
  server.maxConnections = 10_000;
  const handle = app.callback();
  const latest = new WeakMap<Duplex, ServerResponse>();

  server.on('request', (request, response) => {
    latest.set(request.socket, response);
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), patience.leftover).unref();
      request.once('close', () => clearTimeout(timer));
    });
    void handle(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, latest.get(socket)));
  return server;
}

/** What the parser of HTTP itself did not like. */
function problemOf({ code }: NodeJS.ErrnoException): HttpProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW': return new HttpProblem(431, 'HEADERS_TOO_LARGE', 'The address and headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW': return new HttpProblem(413, 'BODY_TOO_LARGE', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT': return new HttpProblem(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.');
    default: return new HttpProblem(400, 'MALFORMED_REQUEST', 'This is not HTTP as we know it.');
  }
}

/** Answers by hand, since there is no response object, unless this request has been answered already: two answers would be taken for one. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, response: ServerResponse | undefined): void {
  const answering = response?.headersSent === true && !(response.writableFinished && response.req.complete);
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemAnswer(problemOf(error));
  const { title } = JSON.parse(String(body)) as { title: string };
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(String(body)), Connection: 'close' }).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', String(body)].join('\r\n'), () => socket.destroy());
}
