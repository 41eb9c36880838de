const LIMIT_BYTES = 64 * 1024;

interface Request {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
}

/**
 * Sends a request to a configured address and returns the JSON object of the response. Returns an empty object if the
 * request is refused (4xx) or the body is not a JSON object. Returns `no response` for a server error, a redirect, a
 * missing response or a too long response.
 */
export async function fetchJson(
  url: string,
  timeoutMs: number,
  { headers = {}, ...request }: Request,
): Promise<Readonly<Record<string, unknown>> | 'no response'> {
  try {
    const response = await fetch(url, {
      ...request,
      headers: { Accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readAll(response);
    if (response.status >= 500) return 'no response';
    return response.ok ? objectIn(text) : {};
  } catch {
    // The connection failed, timed out, was redirected, or the response was too long.
    return 'no response';
  }
}

async function readAll({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LIMIT_BYTES) throw new Error('The response is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
