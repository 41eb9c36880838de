export interface GatewayRequest {
  readonly url: URL | string;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON by POST. Without a body the request is a GET. */
  readonly json?: unknown;
}

export interface GatewayReply {
  readonly status: number;
  readonly text: string;
}

/** Milliseconds that the service waits for each kind of reply. */
export const OPENING_MS = 10_000;
export const ENQUIRY_MS = 15_000;
export const REFUND_MS = 10_000;

const MAX_BYTES = 64 * 1024;

/**
 * Sends a request to a gateway. A redirect is not followed, but returned as the reply. Rejects if no reply comes in
 * time. Also rejects a reply that is larger than 64 KiB or not in UTF-8.
 */
export async function call({ url, timeoutMs, headers, json }: GatewayRequest): Promise<GatewayReply> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      Accept: 'application/json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  });
  return { status: response.status, text: await textOf(response) };
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_BYTES) throw new Error('larger than 64 KiB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export const isOk = (status: number): boolean => status >= 200 && status < 300;

/**
 * Returns the reason why a gateway sent no reply. Includes the cause of a `fetch` error, which names the network fault.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}, ${error.cause.message}` : error.message;
}

/** System calls that run before a request is sent. An error in them means that nothing was sent. */
const BEFORE_SENDING = ['getaddrinfo', 'connect'];

/** Whether a request failed before a connection was open. Such a request never reached the gateway. */
export function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverLeft);
  if (error.cause !== undefined) return neverLeft(error.cause);
  return 'syscall' in error && BEFORE_SENDING.includes(error.syscall as string);
}
