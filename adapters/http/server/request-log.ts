import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/** An id that a proxy or a client sent is kept, so that both sides find a failed request under the same id. */
const SANE_ID = /^[\w.-]{8,64}$/;

/** Gives every request an id: in the response and, through `ctx.state.requestId`, in every line of the log. */
export const assignRequestId: Middleware = (ctx, next) => {
  const given = ctx.get('x-request-id');
  const id = SANE_ID.test(given) ? given : randomUUID();
  ctx.state['requestId'] = id;
  ctx.set('X-Request-Id', id);
  return next();
};

/** A request as it is logged, without anything that could be a secret: the route instead of the URL. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** For example `/api/trips/:id`; undefined when the path matches no route. */
  readonly route: string | undefined;
  /** The path of a 404, by which a broken link can be found; undefined otherwise. */
  readonly path: string | undefined;
  readonly status: number;
  readonly ms: number;
}

const MAX_PATH_LENGTH = 200;

/** Calls `onResponse` once the response is written or the caller has hung up, which is status 499. */
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
