import Router from '@koa/router';
import type { Middleware } from 'koa';

/** A method and a pattern of paths, and their middleware. */
interface Served {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly serve: Middleware;
}

interface Part {
  readonly router: Router;
  readonly dispatch: ReturnType<Router['routes']>;
}

interface Routing {
  /** Serves a request by the first route that matches it. */
  readonly dispatch: Middleware;
  /** The methods that some route has for this path. */
  readonly methodsOf: (path: string) => readonly string[];
}

/** The number of path segments that select the routes to try: `/api/operator/buses`. */
const DEPTH = 3;

/** The beginning of a pattern up to its first parameter: `/api/trips` of `/api/trips/:id`. */
function startOf(pattern: string): string {
  const segments = pattern.split('/');
  const varying = segments.findIndex((segment) => /[^\w.~-]/.test(segment));
  return segments.slice(0, Math.min(varying === -1 ? segments.length : varying, DEPTH + 1)).join('/');
}

/**
 * Divides routes by the start of their paths. A router tries its routes one after the other. With two hundred routes
 * this took as long as the rest of a request. Each start has a router with the routes, in their order, that match a
 * path without a longer start.
 */
export function routing(routes: readonly Served[]): Routing {
  const starts = new Set(['', ...routes.map(({ path }) => startOf(path))]);
  const parts = new Map<string, Part>([...starts].map((start) => [start, newPart()]));
  for (const { method, path, serve } of routes) {
    for (const [start, { router }] of parts)
      if (`${start}/`.startsWith(`${startOf(path)}/`)) router[method](path, serve);
  }
  const others = parts.get('') as Part;

  /** Finds the part with the longest beginning of the path. */
  const partOf = (path: string): Part => {
    let found = others;
    for (let depth = 0, end = 0; depth < DEPTH && end !== path.length; depth += 1) {
      const slash = path.indexOf('/', end + 1);
      end = slash === -1 ? path.length : slash;
      found = parts.get(path.slice(0, end)) ?? found;
    }
    return found;
  };

  return {
    dispatch: (ctx, next) => partOf(ctx.path).dispatch(ctx as never, next) as Promise<void>,
    methodsOf: (path) => [
      ...new Set(
        partOf(path)
          .router.match(path, 'GET')
          .path.flatMap(({ methods }) => methods),
      ),
    ],
  };
}

function newPart(): Part {
  const router = new Router({ sensitive: true });
  return { router, dispatch: router.routes() };
}
