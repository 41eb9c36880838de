import Koa, { type Context, type Middleware } from 'koa';
import type { Clock } from '../../../core/kernel/time.ts';
import { checkHostHeader } from './host-header.ts';
import { compression } from './compression.ts';
import { type TrustProxy, setClientAddress } from './client-address.ts';
import { handleErrors, methodNotAllowed, notFound } from '../route/problems.ts';
import type { PlainRoute, Route } from '../route/route.ts';
import { type LoggedRequest, assignRequestId, logRequests } from './request-log.ts';
import { routing } from './routing.ts';
import { type Needs as RouteNeeds, runRoute } from '../route/run-route.ts';
import { drawingQueue } from '../route/drawing-queue.ts';
import { formReaders } from '../route/upload.ts';
import { crossOrigin, secureHeaders } from './security.ts';

interface Needs extends Omit<RouteNeeds, 'readFormsOf' | 'drawings'> {
  readonly routes: readonly Route[];
  /** Routes besides the API: pages, pictures, health checks, the sandbox gateway. */
  readonly plainRoutes?: readonly PlainRoute[];
  /** Answers people with a page if there is nothing at an address. */
  readonly lostPage?: Middleware | undefined;
  /** The clock of the responses' `Date`, by which pages notice a wrong clock of the device. */
  readonly clock?: Clock;
  /** Proxies that are trusted to name the client's address. */
  readonly trustProxy: TrustProxy;
  /** Whether callers reach the service over https. */
  readonly https: boolean;
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Milliseconds without a byte after which an upload is cancelled. 10 seconds by default. */
  readonly uploadIdleMilliseconds?: number;
  /** Called after every request. */
  readonly onResponse?: (request: LoggedRequest) => void;
}

/** The Koa application: the middleware for every request, in this order, and the routes behind it. */
export function buildApp({
  routes,
  plainRoutes = [],
  lostPage,
  clock,
  trustProxy,
  https,
  corsOrigins,
  uploadIdleMilliseconds,
  onResponse = () => undefined,
  ...needs
}: Needs): Koa {
  const app = new Koa();
  const readFormsOf = formReaders(uploadIdleMilliseconds);
  const drawings = drawingQueue();
  const { dispatch, methodsOf } = routing([
    ...routes.map((route) => ({ ...route, serve: runRoute(route, { ...needs, readFormsOf, drawings }) })),
    ...plainRoutes,
  ]);

  app.use(setClientAddress(trustProxy));
  app.use(assignRequestId);
  if (clock) app.use(tellTime(clock));
  app.use(logRequests(onResponse));
  app.use(secureHeaders({ https }));
  app.use(crossOrigin(corsOrigins));
  app.use(compression);
  app.use(handleErrors(needs.report));
  app.use(checkHostHeader);
  app.use(dispatch);
  app.use(noRoute(methodsOf, lostPage));
  // Reports errors during the sending of a response, mostly callers who hang up.
  app.on('error', (error: unknown, ctx?: Context) => {
    if (ctx && !isHangUp(error)) needs.report(error, ctx);
  });
  return app;
}

/** Sets the HTTP header `Date`, by the clock of the service. */
const tellTime =
  (clock: Clock): Middleware =>
  (ctx, next) => {
    ctx.set('Date', new Date(clock()).toUTCString());
    return next();
  };

/** No route matched: there is nothing at this path, or nothing for this method. */
const noRoute =
  (methodsOf: (path: string) => readonly string[], lostPage: Middleware | undefined): Middleware =>
  (ctx, next) => {
    const methods = methodsOf(ctx.path);
    if (methods.length > 0) throw methodNotAllowed([...methods].sort().join(', '));
    if (lostPage && isSomebodyReading(ctx)) return lostPage(ctx, next) as Promise<void>;
    throw notFound();
  };

/** Whether a person has opened the address in a browser. Under /api the caller is always a program. */
const isSomebodyReading = (ctx: Context): boolean =>
  ['GET', 'HEAD'].includes(ctx.method) && !ctx.path.startsWith('/api/') && ctx.accepts('json', 'html') === 'html';

const isHangUp = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as { code?: string }).code ?? '',
  );
