import type { Middleware } from 'koa';

/** A request that was answered, without anything that could be a secret: of its address only the route it fits. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** Such as `/api/trips/:id`; absent where the address fits none. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
}

/** Tells `onAnswer` of every request, once its answer is written or its caller has gone. */
export const logRequests = (onAnswer: (request: AnsweredRequest) => void): Middleware => (ctx, next) => {
  const started = performance.now();
  ctx.res.once('close', () => {
    const { requestId } = ctx.state as { requestId: string };
    const route = (ctx as { _matchedRoute?: unknown })._matchedRoute;
    onAnswer({
      requestId,
      method: ctx.method,
      route: typeof route === 'string' ? route : undefined,
      status: ctx.res.writableFinished ? ctx.res.statusCode : 499,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });
  return next();
};
