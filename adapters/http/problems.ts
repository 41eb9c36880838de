import { STATUS_CODES } from 'node:http';
import type { Context, Middleware } from 'koa';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { Fault, RefusalKind } from '../../core/kernel/refusal.ts';
import { send } from './answer.ts';
import type { Answer } from './answer.ts';

/** The one place where refusals become HTTP. */
export const STATUS = {
  invalid: 400, unauthenticated: 401, forbidden: 403, absent: 404, conflict: 409, expired: 410, unprocessable: 422, locked: 423,
  throttled: 429, upstream: 502, unavailable: 503,
} as const satisfies Record<RefusalKind, number>;

/** What HTTP itself forbids, before the core is asked. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const notFound = () => new HttpProblem(404, 'NOT_FOUND', 'There is nothing at this address.');
export const methodNotAllowed = (allow: string) =>
  new HttpProblem(405, 'METHOD_NOT_ALLOWED', `This address answers ${allow} only.`, { Allow: allow });
export const bodyTooLarge = (limit: string) => new HttpProblem(413, 'BODY_TOO_LARGE', `The body is larger than ${limit}.`);
export const unsupportedMedia = (message: string) => new HttpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', message);
export const malformedBody = (message: string) => new HttpProblem(400, 'MALFORMED_BODY', message);
export const malformedRequest = (message: string) => new HttpProblem(400, 'MALFORMED_REQUEST', message);
export const tokenMissing = () =>
  new HttpProblem(401, 'TOKEN_MISSING', 'Sign in first: this address needs an access token.', { 'WWW-Authenticate': 'Bearer' });
export const wrongRole = () => new HttpProblem(403, 'WRONG_ROLE', 'Your account may not do this.');

export const invalidHost = () => malformedRequest('The Host header is missing or malformed.');

const internal = () => new HttpProblem(500, 'INTERNAL', 'Something went wrong on our side. Please try again.');

/** RFC 9457 problem details. */
export const problem = (status: number, code: string, detail: string, errors: readonly Fault[] = []) => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  code,
  detail,
  // Only a validation error says where: its list may be empty when the fault is in no single field.
  ...(code === 'VALIDATION' && { errors }),
});

function headersOf({ kind, retryAfterSeconds }: Refusal): Record<string, string> {
  return {
    ...(kind === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  };
}

const answerOf = (status: number, code: string, detail: string, headers: Answer['headers'], faults?: readonly Fault[]): Answer =>
  ({ status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body: JSON.stringify(problem(status, code, detail, faults)) });

/** Any error as an answer; what is neither a refusal nor a problem is ours, and the caller learns no more than that. */
export function problemAnswer(error: unknown): Answer {
  if (error instanceof Refusal) return answerOf(STATUS[error.kind], error.code, error.message, headersOf(error), error.faults);
  const { status, code, message, headers } = error instanceof HttpProblem ? error : internal();
  return answerOf(status, code, message, headers);
}

/** Whether somebody should look into it: a fault of our own, or something that we depend on and that is down. To be busy is neither. */
export const isOurs = (error: unknown): boolean =>
  (error instanceof Refusal ? error.kind === 'unavailable' && error.cause !== undefined : !(error instanceof HttpProblem));

/** Answers every error as a problem and tells `report` of those that are ours. */
export const answerProblems = (report: (error: unknown, ctx: Context) => void): Middleware => async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (isOurs(error)) report(error, ctx);
    send(ctx, problemAnswer(error));
  }
};
