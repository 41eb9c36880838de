import Router from '@koa/router';
import type { Middleware } from 'koa';

/** A method and a path pattern, with the middleware that serves them. */
interface Served {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly serve: Middleware;
  /** Whether a GET changes something, so that a HEAD is refused. */
  readonly changesOnGet?: true | undefined;
}

interface Part {
  readonly router: Router;
  readonly dispatch: ReturnType<Router['routes']>;
}

interface Routing {
  /** Serves a request with the first route that matches. */
  readonly dispatch: Middleware;
  /** The methods of all routes with this path. */
  readonly methodsOf: (path: string) => readonly string[];
}

/** The number of leading path segments by which routes are grouped: `/api/operator/buses` has three. */
const DEPTH = 3;

/** The start of a pattern, up to its first parameter: `/api/trips` for `/api/trips/:id`. */
function startOf(pattern: string): string {
  const segments = pattern.split('/');
  const varying = segments.findIndex((segment) => /[^\w.~-]/.test(segment));
  return segments.slice(0, Math.min(varying === -1 ? segments.length : varying, DEPTH + 1)).join('/');
}

/**
 * Groups routes by the start of their paths, and gives each group its own router. A router tries one route after
 * another. With two hundred routes in one router, finding the route took half of a request's time. Each router has all
 * routes that may match a path with this start, in order.
 */
export function routing(routes: readonly Served[]): Routing {
  const starts = new Set(['', ...routes.map(({ path }) => startOf(path))]);
  const parts = new Map<string, Part>([...starts].map((start) => [start, newPart()]));
  for (const { method, path, serve } of routes) {
    for (const [start, { router }] of parts)
      if (`${start}/`.startsWith(`${startOf(path)}/`)) router[method](path, serve);
  }
  const others = parts.get('') as Part;
  const withoutHead = new Set(routes.filter(({ changesOnGet }) => changesOnGet).map(({ path }) => path));

  /** Finds the router with the longest start that matches the path. */
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
          .path.flatMap(({ path: pattern, methods }) =>
            methods.filter((method) => method !== 'HEAD' || !withoutHead.has(String(pattern))),
          ),
      ),
    ],
  };
}

function newPart(): Part {
  const router = new Router({ sensitive: true });
  return { router, dispatch: router.routes() };
}
