import type { Operations } from './operations.gen.ts';
import type { Problem } from './types.gen.ts';

/** The body of a problem (RFC 9457). Some codes have more fields, such as `available` of `CREDIT_EXHAUSTED`. */
export type ProblemBody = Problem & { readonly [field: string]: unknown };

/** The API has refused a request. */
export class ApiProblem extends Error {
  /** The name of the operation, such as `lockSeats`. */
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  /** The stable name of the error. `UNKNOWN` when a proxy answered in place of the API. */
  readonly code: string;
  /** The sentence to show to a person. */
  readonly detail: string;
  /** The fields with faults. Empty for problems that are no validation errors. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** The whole body. Undefined when a proxy answered in place of the API. */
  readonly body: ProblemBody | undefined;
  /** The id under which the service has logged the request. */
  readonly requestId: string | undefined;
  /** The seconds to wait before the next try, where the service names them. */
  readonly retryAfter: number | undefined;

  constructor(operation: string, status: number, headers: Headers, body: ProblemBody | undefined) {
    const { code = 'UNKNOWN', detail = `The service answered with status ${status}.`, errors = [] } = body ?? {};
    super(detail);
    this.name = 'ApiProblem';
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.body = body;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsOf(headers.get('retry-after'));
  }
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The API could not be reached, or its answer broke off. The `cause` has the reason. */
export class ApiUnreachable extends Error {
  /** The name of the operation, such as `lockSeats`. */
  readonly operation: string;

  constructor(operation: string, cause: unknown) {
    super('The service could not be reached.', { cause });
    this.name = 'ApiUnreachable';
    this.operation = operation;
  }
}

type ErrorsOf<Id extends keyof Operations> = Operations[Id]['errors'];
type BodyOf<Id extends keyof Operations> = ErrorsOf<Id>[keyof ErrorsOf<Id>];
type CodeIn<Body> = Body extends { code?: infer Code } ? (string extends Code ? never : Extract<Code, string>) : never;

/** The codes with which the API can refuse an operation. */
export type CodeOf<Id extends keyof Operations> = CodeIn<BodyOf<Id>>;

/** The statuses of an operation's problems that can have this code. */
type StatusOf<Errors, Code> = {
  [Status in keyof Errors]: Code extends CodeIn<Errors[Status]> ? Status : never;
}[keyof Errors];

/** A problem of this operation with this code. */
export type ProblemOf<Id extends keyof Operations, Code extends CodeOf<Id>> = ApiProblem & {
  readonly operation: Id;
  readonly status: StatusOf<ErrorsOf<Id>, Code>;
  readonly code: Code;
  readonly body: ErrorsOf<Id>[StatusOf<ErrorsOf<Id>, Code>] & ProblemBody & { readonly code: Code };
};

/** Whether an error is a problem of this operation with this code. A code that the operation lacks does not compile. */
export const isProblem = <Id extends keyof Operations, Code extends string & CodeOf<Id>>(
  error: unknown,
  operation: Id,
  code: Code,
): error is ProblemOf<Id, Code> => error instanceof ApiProblem && error.operation === operation && error.code === code;
