/** The error of an API call that the service refused or did not answer. */
export class Problem extends Error {
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number;
  /** A stable code such as `SEAT_SELECTION_EXPIRED`; `OFFLINE` when the service could not be reached. */
  readonly code: string;
  /** Error messages, keyed by the name of the request's field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before a retry, if the service sent them. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole problem document, with details such as `seats` of `SEATS_SOLD`. */
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

/** Makes the `OFFLINE` problem. Its message is empty, because the pages have a sentence for it in each language. */
export const offline = (): Problem => new Problem(0, 'OFFLINE', '');

interface Body extends Readonly<Record<string, unknown>> {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Reads a problem (RFC 9457) from a response. If the body is no problem, makes one from the status. */
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
