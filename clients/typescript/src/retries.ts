import { ApiProblem, ApiUnreachable } from './problem.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Whether an error may be gone a moment later: no connection, an overload, or the same request still under way. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiUnreachable ||
  (error instanceof ApiProblem &&
    ([429, 502, 503, 504].includes(error.status) || error.code === 'IDEMPOTENCY_IN_PROGRESS'));

/** Milliseconds before the next attempt. Undefined when the service asks for a longer wait than 30 seconds. */
export function waitBefore(error: unknown, attempt: number): number | undefined {
  const asked = error instanceof ApiProblem ? error.retryAfter : undefined;
  if (asked === undefined) return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  return asked * 1000 <= LONGEST_WAIT_MS ? asked * 1000 : undefined;
}
