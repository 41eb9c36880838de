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
  /** URLs outside the API: pages, pictures, health checks, the sandbox gateway. */
  readonly plainRoutes?: readonly PlainRoute[];
  /** Serves an error page to a person who opens an unknown URL in a browser. */
  readonly lostPage?: Middleware | undefined;
  /**
   * The clock of the header `Date`. Pages compare this header with the device's clock, to notice a wrong clock of the
   * device.
   */
  readonly clock?: Clock;
  /** The proxies that are trusted to name the client's address. */
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

/** Builds the Koa application: the middleware of every request, in order, and the routes. */
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
  if (lostPage) app.use(showLostTicket(lostPage));
  app.use(handleErrors(needs.report));
  app.use(checkHostHeader);
  app.use(dispatch);
  app.use(noRoute(methodsOf, lostPage));
  // Reports errors that occur while a response is sent, except hang-ups of callers.
  app.on('error', (error: unknown, ctx?: Context) => {
    if (ctx && !isHangUp(error)) needs.report(error, ctx);
  });
  return app;
}

/** Sets the HTTP header `Date` by the service's clock. */
const tellTime =
  (clock: Clock): Middleware =>
  (ctx, next) => {
    ctx.set('Date', new Date(clock()).toUTCString());
    return next();
  };

/**
 * Refuses a request that no route serves. With a known path, the method is at fault (405), otherwise the path (404).
 */
const noRoute =
  (methodsOf: (path: string) => readonly string[], lostPage: Middleware | undefined): Middleware =>
  (ctx, next) => {
    const methods = methodsOf(ctx.path);
    if (methods.length > 0) throw methodNotAllowed([...methods].sort().join(', '));
    if (lostPage && isSomebodyReading(ctx)) {
      ctx.status = 404;
      return lostPage(ctx, next) as Promise<void>;
    }
    throw notFound();
  };

/**
 * Shows a page that finds a booking to a person who follows a link of a text to an unknown ticket, or who has to wait
 * because too many links were tried. The status stays 404 or 429.
 */
const showLostTicket =
  (lostPage: Middleware): Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.path.startsWith('/t/') && [404, 429].includes(ctx.status) && isSomebodyReading(ctx))
      await lostPage(ctx, next);
  };

/**
 * True if a person opens the URL in a browser. Under /api the caller is always a program. Elsewhere the answer depends
 * on the header `Accept`, so caches are told.
 */
function isSomebodyReading(ctx: Context): boolean {
  if (!['GET', 'HEAD'].includes(ctx.method) || ctx.path.startsWith('/api/')) return false;
  ctx.vary('Accept');
  return ctx.accepts('json', 'html') === 'html';
}

const isHangUp = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as { code?: string }).code ?? '',
  );
