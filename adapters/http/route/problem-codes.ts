import { STATUS_CODES } from 'node:http';
import { keyReused, stillRunning } from '../../../core/platform/answer-once.ts';
import { type Refuse, databaseUnavailable, invalid, storageFull } from '../../../core/kernel/refusal.ts';
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

/** A code that a route can respond with. */
export interface DocumentedCode {
  readonly status: number;
  readonly code: string;
  /** The sentence of the problem. Undefined if each problem has a sentence of its own. */
  readonly sentence: string | undefined;
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
    ...(upload ? [uploadsBusy, storageFull] : []),
    ...(draws ? [documentsBusy] : []),
  ];
}

const statusOf = (problem: Refuse | MakeProblem): number => ('kind' in problem ? STATUS[problem.kind] : problem.status);

/** Every code of a route. Empty for a route that always redirects the browser. */
export const documentedCodes = (route: Route): readonly DocumentedCode[] =>
  route.otherwise !== undefined
    ? []
    : [...(route.refuses ?? []), ...common(route)].map((problem) => ({
        status: statusOf(problem),
        code: problem.code,
        sentence: problem.sentence,
      }));

/** Every problem of a route, by status. Empty for a route that always redirects the browser. */
export function documentedProblems(route: Route): readonly DocumentedProblem[] {
  const codes = new Map<number, Set<string>>();
  for (const { status, code } of documentedCodes(route))
    codes.set(status, new Set([...(codes.get(status) ?? []), code]));
  return [...codes]
    .sort(([one], [other]) => one - other)
    .map(([status, set]) => ({ status, title: STATUS_CODES[status] ?? 'Error', codes: [...set] }));
}
