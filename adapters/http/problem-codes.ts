import { STATUS_CODES } from 'node:http';
import type { RefusalKind } from '../../core/kernel/refusal.ts';
import { STATUS } from './problems.ts';
import type { Route } from './route.ts';

/** The problems of one status that a route may answer with. */
export interface DocumentedProblem {
  readonly status: number;
  readonly title: string;
  readonly codes: readonly string[];
}

/** Beside its own refusals, what every route of its kind may answer with. */
function common({ access, method, params, idempotent, limit, upload }: Route): readonly (readonly [RefusalKind | number, readonly string[]])[] {
  const takesBody = method !== 'get';
  return [
    ['invalid', ['VALIDATION', ...(takesBody ? ['MALFORMED_BODY'] : []), 'MALFORMED_REQUEST']],
    ...(access === 'user' || access === 'passenger' ? [['unauthenticated', ['TOKEN_MISSING', 'TOKEN_INVALID', 'SIGNED_OUT', 'USER_GONE', 'ROLE_GONE']] as const] : []),
    ...(access === 'passenger' ? [['forbidden', ['WRONG_ROLE']] as const] : []),
    ...(Object.keys(params.properties).length > 0 ? [['absent', ['NOT_FOUND']] as const] : []),
    ...(takesBody && !upload ? [[413, ['BODY_TOO_LARGE']] as const] : []),
    ...(takesBody ? [[415, ['UNSUPPORTED_MEDIA_TYPE']] as const] : []),
    ...(idempotent ? [['conflict', ['IDEMPOTENCY_IN_PROGRESS']] as const, ['unprocessable', ['IDEMPOTENCY_KEY_REUSED']] as const] : []),
    ...(limit === 'none' ? [] : [['throttled', ['RATE_LIMITED']] as const]),
    [500, ['INTERNAL']],
    ['unavailable', ['DATABASE_UNAVAILABLE']],
  ];
}

const refusalsOf = ({ refuses = {} }: Route) => Object.entries(refuses) as readonly (readonly [RefusalKind, readonly string[]])[];

/** Every problem of a route, by status; none where the browser is always sent on. */
export function documentedProblems(route: Route): readonly DocumentedProblem[] {
  if (route.otherwise !== undefined) return [];
  const codes = new Map<number, Set<string>>();
  for (const [kind, more] of [...refusalsOf(route), ...common(route)]) {
    const status = typeof kind === 'number' ? kind : STATUS[kind];
    codes.set(status, new Set([...(codes.get(status) ?? []), ...more]));
  }
  return [...codes].sort(([one], [other]) => one - other)
    .map(([status, set]) => ({ status, title: STATUS_CODES[status] ?? 'Error', codes: [...set] }));
}
