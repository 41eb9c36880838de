import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { hasBody } from '../route/body.ts';
import {
  type HttpProblem,
  contentTooLarge,
  headersTooLarge,
  malformedRequest,
  problemResponse,
  requestTimeout,
} from '../route/problems.ts';
import { textOf } from '../route/response.ts';

/** How long slow callers may take, in milliseconds. */
export interface Timeouts {
  /** Milliseconds within which a request's headers must arrive. */
  readonly headers: number;
  /** Milliseconds within which the body must arrive after the headers. */
  readonly request: number;
  /**
   * The longest time in which a request with a form must arrive. A photo over a slow network takes minutes. An upload
   * that sends nothing is cancelled sooner.
   */
  readonly upload: number;
  /**
   * How long a connection stays open between two requests. Proxies should close idle connections sooner, so that no
   * proxy uses a connection that the server is closing.
   */
  readonly idle: number;
  /**
   * How long the rest of a body is read after the request was refused. Reading on lets the caller get the refusal.
   * Reading forever would let the caller hold the connection.
   */
  readonly leftover: number;
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, upload: 600_000, idle: 65_000, leftover: 5_000 };

/** Builds an HTTP server that closes the connections of slow callers, so that they cannot use up all connections. */
export function buildServer(app: Koa, timeouts: Timeouts = TIMEOUTS): Server {
  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.upload,
    keepAliveTimeout: timeouts.idle,
    // Node's default is to look for slow connections only twice a minute.
    connectionsCheckingInterval: Math.min(1_000, timeouts.headers),
    // The application checks the Host header itself, and answers with a problem.
    requireHostHeader: false,
  });
  server.maxConnections = 10_000;
  const handle = app.callback();
  const latest = new WeakMap<Duplex, ServerResponse>();

  server.on('request', (request, response) => {
    latest.set(request.socket, response);
    if (hasBody(request) && !isForm(request)) endSlowBody(request, response, timeouts.request);
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), timeouts.leftover).unref();
      request.once('close', () => clearTimeout(timer));
    });
    void handle(request, response);
  });
  // Node normally answers an unknown `Expect` header with a 417 without a body. The standard also allows a server to
  // ignore the header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, latest.get(socket)));
  return server;
}

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Refuses a body that takes too long. Node has one limit for all requests, which has to be as long as uploads take. */
function endSlowBody(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  const timer = setTimeout(() => {
    const timeout = Object.assign(new Error('The body is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) refuse(timeout, request.socket, response);
  }, milliseconds).unref();
  request.once('close', () => clearTimeout(timer));
}

/** The problem that reports an error of Node's HTTP parser. */
function problemOf({ code }: NodeJS.ErrnoException): HttpProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return contentTooLarge('The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return malformedRequest('This is not HTTP as we know it.');
  }
}

/**
 * Writes the response by hand, because Node made no response object. If a response to this request is already being
 * sent, writes nothing: the caller would read both responses as one.
 */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, response: ServerResponse | undefined): void {
  const isResponding = response?.headersSent === true && !(response.writableFinished && response.req.complete);
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding) {
    socket.destroy();
    return;
  }
  const problem = problemResponse(problemOf(error));
  const { status, headers } = problem;
  const body = textOf(problem);
  const { title } = JSON.parse(body) as { title: string };
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'), () => socket.destroy());
}
