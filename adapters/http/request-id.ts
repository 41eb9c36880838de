import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/** An id that a proxy or a client has given already is kept, so that both sides of a fault can be found under one name. */
const SANE = /^[\w.-]{8,64}$/;

/** Names every request: in its answer and, through `ctx.state.requestId`, in every line of the log. */
export const identify: Middleware = (ctx, next) => {
  const given = ctx.get('x-request-id');
  const id = SANE.test(given) ? given : randomUUID();
  ctx.state['requestId'] = id;
  ctx.set('X-Request-Id', id);
  return next();
};
