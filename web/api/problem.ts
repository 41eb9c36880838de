/** Why a call was refused, or that it never arrived. */
export class Problem extends Error {
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number;
  /** Stable, such as `SEAT_SELECTION_EXPIRED`; `OFFLINE` when the service could not be reached. */
  readonly code: string;
  /** What is wrong with which field, by the names of the request. */
  readonly fields: Readonly<Record<string, string>>;
  /** In how many seconds it may be tried again, if the service said so. */
  readonly retryAfterSeconds: number | undefined;
  /** What else a refusal tells, such as `seats` of `SEATS_SOLD`: the whole problem document. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: Readonly<Record<string, string>> = {},
    retryAfterSeconds?: number,
    document: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.document = document;
  }
}

/** What to say of it stands among the words, in every language. */
export const offline = (): Problem => new Problem(0, 'OFFLINE', '');

interface Body extends Readonly<Record<string, unknown>> {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Reads a problem (RFC 9457) out of a response, or makes one of whatever stands there instead. */
export async function problemIn(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Body;
  const wait = Number(response.headers.get('Retry-After') ?? NaN);
  return new Problem(
    response.status,
    body.code ?? 'INTERNAL',
    body.detail ?? 'Something went wrong on our side. Please try again.',
    Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message])),
    Number.isFinite(wait) ? wait : undefined,
    body,
  );
}
