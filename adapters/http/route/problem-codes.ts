import { STATUS_CODES } from 'node:http';
import { keyReused, stillRunning } from '../../../core/platform/answer-once.ts';
import { type Refuse, databaseUnavailable, invalid } from '../../../core/kernel/refusal.ts';
import { accessProblems } from './access.ts';
import {
  type MakeProblem,
  contentTooLarge,
  internal,
  malformedBody,
  malformedRequest,
  notFound,
  STATUS,
  unsupportedMedia,
  uploadsBusy,
  documentsBusy,
} from './problems.ts';
import { tooMany } from './rate-limits.ts';
import type { Route } from './route.ts';

/** The problems of one HTTP status that a route can respond with. */
export interface DocumentedProblem {
  readonly status: number;
  readonly title: string;
  readonly codes: readonly string[];
}

/** Problems that every route of this kind can respond with, besides those that the route lists itself. */
function common(route: Route): readonly (Refuse | MakeProblem)[] {
  const { method, params, idempotent, limit, upload, draws } = route;
  const takesBody = method !== 'get';
  return [
    invalid,
    ...(takesBody ? [malformedBody] : []),
    malformedRequest,
    ...accessProblems(route),
    ...(Object.keys(params.properties).length > 0 ? [notFound] : []),
    ...(takesBody && !upload ? [contentTooLarge] : []),
    ...(takesBody ? [unsupportedMedia] : []),
    ...(idempotent ? [stillRunning, keyReused] : []),
    ...(limit === 'none' ? [] : [tooMany]),
    internal,
    databaseUnavailable,
    ...(upload ? [uploadsBusy] : []),
    ...(draws ? [documentsBusy] : []),
  ];
}

const statusOf = (problem: Refuse | MakeProblem): number => ('kind' in problem ? STATUS[problem.kind] : problem.status);

/** Every problem of a route, by status. Empty for a route that always redirects the browser. */
export function documentedProblems(route: Route): readonly DocumentedProblem[] {
  if (route.otherwise !== undefined) return [];
  const codes = new Map<number, Set<string>>();
  for (const problem of [...(route.refuses ?? []), ...common(route)]) {
    const status = statusOf(problem);
    codes.set(status, new Set([...(codes.get(status) ?? []), problem.code]));
  }
  return [...codes]
    .sort(([one], [other]) => one - other)
    .map(([status, set]) => ({ status, title: STATUS_CODES[status] ?? 'Error', codes: [...set] }));
}
