import { STATUS_CODES } from 'node:http';
import type { Context, Middleware } from 'koa';
import { type Fault, type RefusalKind, invalid, Refusal } from '../../../core/kernel/refusal.ts';
import { type HttpResponse, send } from './response.ts';

/** The HTTP status of each kind of refusal. No other file turns refusals into HTTP. */
export const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  expired: 410,
  outdated: 412,
  unprocessable: 422,
  locked: 423,
  throttled: 429,
  upstream: 502,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>;

/** An error of HTTP itself, which occurs before the core is called. */
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

/** Makes a problem with a fixed status and code. The documentation reads both without making a problem. */
export interface MakeProblem<Given extends readonly unknown[] = never> {
  (...given: Given): HttpProblem;
  readonly status: number;
  readonly code: string;
  /** The sentence. Undefined if each problem has a sentence of its own. */
  readonly sentence?: string;
}

/**
 * Defines a problem and its code. No other place contains the code. `detail` is a sentence for people, or a function
 * that makes the sentence.
 */
function httpProblem<Given extends readonly unknown[] = []>(
  status: number,
  code: string,
  detail: string | ((...given: Given) => string),
  headersOf: (...given: Given) => HttpProblem['headers'] = () => ({}),
): MakeProblem<Given> {
  const make = (...given: Given) =>
    new HttpProblem(status, code, typeof detail === 'string' ? detail : detail(...given), headersOf(...given));
  return Object.assign(make, { status, code, ...(typeof detail === 'string' && { sentence: detail }) });
}

const asGiven = (message: string): string => message;
const withBearer = () => ({ 'WWW-Authenticate': 'Bearer' });

export const notFound = httpProblem(404, 'NOT_FOUND', 'There is nothing at this address.');
export const methodNotAllowed = httpProblem(
  405,
  'METHOD_NOT_ALLOWED',
  (allow: string) => `This address answers ${allow} only.`,
  (allow) => ({ Allow: allow }),
);
export const requestTimeout = httpProblem(
  408,
  'REQUEST_TIMEOUT',
  'The request did not arrive in time.',
  // Closes the connection, because the bytes that follow on it are not a request.
  () => ({ Connection: 'close' }),
);
export const contentTooLarge = httpProblem(413, 'BODY_TOO_LARGE', asGiven);
export const bodyTooLarge = (limit: string) => contentTooLarge(`The body is larger than ${limit}.`);
export const unsupportedMedia = httpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', asGiven);
export const headersTooLarge = httpProblem(431, 'HEADERS_TOO_LARGE', 'The address and headers are larger than 16 KiB.');
export const malformedBody = httpProblem(400, 'MALFORMED_BODY', asGiven);
export const malformedRequest = httpProblem(400, 'MALFORMED_REQUEST', asGiven);
export const uploadsBusy = httpProblem(
  503,
  'UPLOADS_BUSY',
  'Many files are being uploaded just now. Please try again in a moment.',
  () => ({ 'Retry-After': '5' }),
);
export const documentsBusy = httpProblem(
  503,
  'BUSY',
  'Many documents are being drawn just now. Please try again in a moment.',
  () => ({ 'Retry-After': '5' }),
);
export const feedNotMade = httpProblem(
  503,
  'FEED_NOT_MADE',
  'The timetable feed is being made for the first time. Please try again in a minute.',
  () => ({ 'Retry-After': '60' }),
);
export const invalidHost = () => malformedRequest('The Host header is missing or malformed.');
export const tokenMissing = httpProblem(
  401,
  'TOKEN_MISSING',
  'Sign in first: this address needs an access token.',
  withBearer,
);
export const credentialsMissing = httpProblem(
  401,
  'TOKEN_MISSING',
  'This address needs an API key, or the access token of a member of the agency: send it as Authorization: Bearer.',
  withBearer,
);
export const metricsTokenWrong = httpProblem(
  401,
  'METRICS_TOKEN_WRONG',
  'The metrics need their own bearer token.',
  withBearer,
);
export const wrongRole = httpProblem(403, 'WRONG_ROLE', 'Your account may not do this.');
export const internal = httpProblem(500, 'INTERNAL', 'Something went wrong on our side. Please try again.');

/** The body of a problem response (RFC 9457). */
const problem = (
  status: number,
  code: string,
  detail: string,
  errors: readonly Fault[] = [],
  extra: Refusal['extra'] = {},
) => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  code,
  detail,
  // Only a validation error has the list of faults. The list is empty if no single field is at fault.
  ...(code === invalid.code && { errors }),
  ...extra,
});

function headersOf({ kind, retryAfterSeconds }: Refusal): Record<string, string> {
  return {
    ...(kind === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  };
}

const responseOf = (
  status: number,
  code: string,
  detail: string,
  headers: HttpResponse['headers'],
  { faults, extra }: Partial<Pick<Refusal, 'faults' | 'extra'>> = {},
): HttpResponse => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/problem+json' },
  body: JSON.stringify(problem(status, code, detail, faults, extra)),
});

/** Turns any error into a response. An unexpected error becomes an internal error without details. */
export function problemResponse(error: unknown): HttpResponse {
  if (error instanceof Refusal)
    return responseOf(STATUS[error.kind], error.code, error.message, headersOf(error), error);
  const { status, code, message, headers } = error instanceof HttpProblem ? error : internal();
  return responseOf(status, code, message, headers);
}

/**
 * Whether somebody has to look into this error: a bug of this service, or a dependency that is down. An overload does
 * not count.
 */
export const isOurs = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.kind === 'unavailable' && error.cause !== undefined
    : !(error instanceof HttpProblem);

/** Turns every error into a problem response. Calls `report` for internal errors. */
export const handleErrors =
  (report: (error: unknown, ctx: Context) => void): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (isOurs(error)) report(error, ctx);
      send(ctx, problemResponse(error));
    }
  };
