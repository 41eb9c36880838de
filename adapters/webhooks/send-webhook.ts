import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIPv6 } from 'node:net';
import type { WebhookAnswer } from '../../core/listening/delivery.ts';
import type { SendWebhook } from '../../core/listening/ports.ts';
import { type AddressRules, addressesOf } from './judge-address.ts';
import { headersOf } from './standard-webhook.ts';

interface Needs extends Pick<AddressRules, 'local' | 'resolve'> {
  /** Certificates that are trusted besides those of the system, for tests. */
  readonly trusted?: string;
  /** Milliseconds from connecting to the status line. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
/** Milliseconds after the status line for which the rest of an answer is read. */
const BODY_MS = 5_000;
/** Bytes of an answer that are read and thrown away. Then the connection is closed. */
const MOST_BYTES = 64 * 1_024;

/**
 * Sends a webhook over a connection of its own. The name is resolved once; all its addresses are judged, and the
 * connection goes to one of them. Follows no redirect and uses no proxy.
 */
export const sendWebhook =
  ({ local, resolve, trusted, patienceMs = PATIENCE_MS }: Needs): SendWebhook =>
  async ({ url: text, ...sent }) => {
    const url = new URL(text);
    if (url.protocol !== 'https:' && !local) return undefined;
    const addresses = await addressesOf(url, { local, resolve });
    if (addresses.length === 0) return undefined;
    return post(url, {
      body: sent.body,
      headers: headersOf(sent),
      lookup: answering(addresses),
      trusted,
      patienceMs,
    });
  };

/** A lookup that answers with these addresses, whichever name it is asked for. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (all) callback(null, found);
    else if (first) callback(null, first.address, first.family);
  };

interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: LookupFunction;
  readonly trusted: string | undefined;
  readonly patienceMs: number;
}

function post(url: URL, { body, headers, lookup, trusted, patienceMs }: Post): Promise<WebhookAnswer | undefined> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false as const,
      lookup,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    };
    const request: ClientRequest =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, ...(trusted !== undefined && { ca: trusted }) })
        : requestHttp(url, options);
    const timer = setTimeout(() => request.destroy(), patienceMs);
    request.on('response', (response) => {
      clearTimeout(timer);
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
      readAway(response, () => {
        request.destroy();
        resolve(answer);
      });
    });
    request.on('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    request.on('error', () => resolve(undefined));
    request.end(body);
  });
}

/** Reads the rest of an answer, at most so many bytes and for so long, and calls `done` once. */
function readAway(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const timer = setTimeout(done, BODY_MS);
  const finish = (): void => {
    clearTimeout(timer);
    done();
  };
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) finish();
  });
  response.on('close', finish);
  response.on('end', finish);
  response.on('error', finish);
}
