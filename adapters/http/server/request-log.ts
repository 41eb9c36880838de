import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * The form of a request id that is accepted from a proxy or client. The proxy's log and this service's log then have
 * the same id for a request.
 */
const SANE_ID = /^[\w.-]{8,64}$/;

/** Gives every request an id. The response and every log line contain the id, by `ctx.state.requestId`. */
export const assignRequestId: Middleware = (ctx, next) => {
  const given = ctx.get('x-request-id');
  const id = SANE_ID.test(given) ? given : randomUUID();
  ctx.state['requestId'] = id;
  ctx.set('X-Request-Id', id);
  return next();
};

/** The facts that are logged about a request. The route is logged instead of the URL, which may contain secrets. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, such as `/api/trips/:id`. Undefined if the path matches no route. */
  readonly route: string | undefined;
  /** The path of a request that was answered 404, for finding broken links. Undefined for any other answer. */
  readonly path: string | undefined;
  readonly status: number;
  readonly ms: number;
}

const MAX_PATH_LENGTH = 200;

/** Calls `onResponse` after each response. Status 499 means that the caller hung up before the response. */
export const logRequests =
  (onResponse: (request: LoggedRequest) => void): Middleware =>
  (ctx, next) => {
    const started = performance.now();
    ctx.res.once('close', () => {
      const { requestId } = ctx.state as { requestId: string };
      const route = (ctx as { _matchedRoute?: unknown })._matchedRoute;
      const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
      onResponse({
        requestId,
        method: ctx.method,
        route: typeof route === 'string' ? route : undefined,
        path: status === 404 ? ctx.path.slice(0, MAX_PATH_LENGTH) : undefined,
        status,
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
    });
    return next();
  };
