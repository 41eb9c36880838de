/** The provider's answer, or the reason why no answer came. */
export type Answer =
  /** `body` is the JSON object of the answer; undefined if it is unreadable. */
  | { readonly status: number; readonly body: Readonly<Record<string, unknown>> | undefined }
  /** The connection failed, so the provider has not received the SMS. */
  | { readonly status: 'unreachable'; readonly reason: string }
  /** No answer came. The provider may have received the SMS. */
  | { readonly status: 'unknown'; readonly reason: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Codes of errors that occur before a request is sent: the host name, the connection or the certificate is wrong. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|ERR_SSL_\w+|ERR_TLS_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

/** Posts a form and reads the JSON object of the answer. Takes 10 seconds at most. Never rejects. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      // Every SMS gets a new connection. A reused connection may be closed already. Its failure would look as if the
      // provider might have received the SMS.
      headers: { Accept: 'application/json', Connection: 'close' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const reason = codeOf(error);
    return { status: BEFORE_SENDING.test(reason) ? 'unreachable' : 'unknown', reason };
  }
  return { status: response.status, body: await readObject(response).catch(() => undefined) };
}

async function readObject({ body }: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('larger than 64 KiB');
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The code of a network error, which is in the cause of the error that `fetch` throws. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  return String(cause);
}
