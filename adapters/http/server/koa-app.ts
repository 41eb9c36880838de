import Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { checkHostHeader } from './host-header.ts';
import { compression } from './compression.ts';
import { setClientAddress } from './client-address.ts';
import type { TrustProxy } from './client-address.ts';
import { handleErrors, methodNotAllowed, notFound } from '../route/problems.ts';
import type { PlainRoute, Route } from '../route/route.ts';
import { assignRequestId, logRequests } from './request-log.ts';
import type { LoggedRequest } from './request-log.ts';
import { runRoute } from '../route/run-route.ts';
import type { Needs as RouteNeeds } from '../route/run-route.ts';
import { formReaders } from '../route/upload.ts';
import { crossOrigin, secureHeaders } from './security.ts';

interface Needs extends Omit<RouteNeeds, 'readFormsOf'> {
  readonly routes: readonly Route[];
  /** What is served besides the API: pages, pictures, health checks, the sandbox gateway. */
  readonly plainRoutes?: readonly PlainRoute[];
  /** Which proxies are trusted to say where a request came from. */
  readonly trustProxy: TrustProxy;
  /** Whether callers reach the service over https. */
  readonly https: boolean;
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Called after every request. */
  readonly onResponse?: (request: LoggedRequest) => void;
}

/** The Koa application: the middleware that every request passes, in this order, and the routes behind it. */
export function buildApp({
  routes,
  plainRoutes = [],
  trustProxy,
  https,
  corsOrigins,
  onResponse = () => undefined,
  ...needs
}: Needs): Koa {
  const app = new Koa();
  const router = new Router({ sensitive: true });
  const readFormsOf = formReaders();
  for (const route of routes) router[route.method](route.path, runRoute(route, { ...needs, readFormsOf }));
  for (const { method, path, serve } of plainRoutes) router[method](path, serve);

  app.use(setClientAddress(trustProxy));
  app.use(assignRequestId);
  app.use(logRequests(onResponse));
  app.use(secureHeaders({ https }));
  app.use(crossOrigin(corsOrigins));
  app.use(compression);
  app.use(handleErrors(needs.report));
  app.use(checkHostHeader);
  app.use(router.routes());
  app.use(noRoute(router));
  // What fails while the response is being sent: mostly callers who hang up.
  app.on('error', (error: unknown, ctx?: Context) => {
    if (ctx && !isHangUp(error)) needs.report(error, ctx);
  });
  return app;
}

/** No route matched: there is nothing at this path, or nothing for this method. */
const noRoute =
  (router: Router): Middleware =>
  (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    throw methods.size === 0 ? notFound() : methodNotAllowed([...methods].sort().join(', '));
  };

const isHangUp = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as { code?: string }).code ?? '',
  );
