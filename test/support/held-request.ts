import { type IncomingHttpHeaders, request } from 'node:http';
import type { Api } from './http.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  /** The body's media type. */
  readonly type: string;
  readonly bytes: Buffer;
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of the body's bytes that are sent at once. 1 by default. */
  readonly bytes?: number;
}

interface HeldAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

interface Held {
  /** Sends the rest of the body, and returns the answer. */
  readonly release: () => Promise<HeldAnswer>;
}

/** Sends the head of a request and the first bytes of its body. */
export function hold(
  { url }: Pick<Api, 'url'>,
  { method, path, type, bytes }: Sent,
  token: string,
  { headers: extra = {}, bytes: first = 1 }: Options = {},
): Held {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...extra,
  };
  const sent = request(new URL(path, url), { method: method.toUpperCase(), headers, agent: false });
  const answered = new Promise<HeldAnswer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {};
        resolve({ status: response.statusCode ?? 0, code: json.code, headers: response.headers });
      });
    });
  });
  answered.catch(() => undefined);
  sent.write(bytes.subarray(0, first));
  return {
    release: () => {
      sent.end(bytes.subarray(first));
      return answered;
    },
  };
}
