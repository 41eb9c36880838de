const LIMIT_BYTES = 64 * 1024;

interface Ask {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
}

/**
 * One request to a configured address, and the JSON object it is answered with. Redirects are not followed, and no more is read than an
 * honest answer needs. An answer that says no, or is no object, is an empty one; `no answer` means that there was none at all.
 */
export async function askJson(url: string, patienceMs: number, { headers = {}, ...request }: Ask): Promise<Readonly<Record<string, unknown>> | 'no answer'> {
  try {
    const response = await fetch(url, {
      ...request, headers: { Accept: 'application/json', ...headers }, redirect: 'error', signal: AbortSignal.timeout(patienceMs),
    });
    const text = await readAll(response);
    if (response.status >= 500) return 'no answer';
    return response.ok ? objectIn(text) : {};
  } catch {
    // Refused, dropped, silent, redirected or endless: whichever it was, nobody could be identified.
    return 'no answer';
  }
}

async function readAll({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LIMIT_BYTES) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
