import Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { checkAddress } from './addresses.ts';
import { answerProblems, methodNotAllowed, notFound } from './problems.ts';
import { identify } from './request-id.ts';
import type { Extra, Route } from './route.ts';
import { logRequests } from './request-log.ts';
import type { AnsweredRequest } from './request-log.ts';
import { runRoute } from './run-route.ts';
import type { Needs as RouteNeeds } from './run-route.ts';
import { crossOrigin, secureHeaders } from './security.ts';

interface Needs extends RouteNeeds {
  readonly routes: readonly Route[];
  /** What is served beside the routes: pages, media, health, the sandbox gateway. */
  readonly extras?: readonly Extra[];
  readonly trustProxy: boolean;
  /** Whether callers reach the service by https. */
  readonly https: boolean;
  /** Origins whose pages may call. */
  readonly corsOrigins: readonly string[];
  /** Told of every request that was answered. */
  readonly onAnswer?: (request: AnsweredRequest) => void;
}

/** The Koa application: every route behind one way of answering errors. */
export function buildApp({ routes, extras = [], trustProxy, https, corsOrigins, onAnswer = () => undefined, ...needs }: Needs): Koa {
  // With a trusted proxy the client's address is the one that the proxy itself appended, the last of the list.
  const app = new Koa({ proxy: trustProxy, maxIpsCount: 1 });
  const router = new Router({ sensitive: true });
  for (const route of routes) router[route.method](route.path, runRoute(route, needs));
  for (const { method, path, serve } of extras) router[method](path, serve);

  app.use(identify);
  app.use(logRequests(onAnswer));
  app.use(secureHeaders({ https }));
  app.use(crossOrigin(corsOrigins));
  app.use(answerProblems(needs.report));
  app.use(checkAddress);
  app.use(router.routes());
  app.use(wrongAddress(router));
  // What fails when the answer is on its way already, most of all callers who hang up.
  app.on('error', (error: unknown, ctx?: Context) => { if (ctx && !isHangUp(error)) needs.report(error, ctx); });
  return app;
}

/** No route has answered: there is nothing here, or nothing by this method. */
const wrongAddress = (router: Router): Middleware => (ctx) => {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  throw methods.size === 0 ? notFound() : methodNotAllowed([...methods].sort().join(', '));
};

const isHangUp = (error: unknown): boolean => ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string }).code ?? '');
