import type { WebhookEvent } from './operations.gen.ts';

/** A webhook that was not sent by the service with one of the secrets, or not now. */
export class WebhookInvalid extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookInvalid';
  }
}

interface Options {
  /** The most seconds by which the webhook may be older or newer than now. 300 by default. */
  readonly tolerance?: number;
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

const KEY = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Checks the signature and the time of a webhook (Standard Webhooks 1.0), and returns its event. Throws
 * `WebhookInvalid`. `body` is what was received, unchanged. While a secret is being replaced, give both.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: Headers | HeaderValues,
  secrets: string | readonly string[],
  { tolerance = 300 }: Options = {},
): Promise<WebhookEvent> {
  const header = (name: string): string => {
    const value = headerOf(headers, name);
    if (!value) throw new WebhookInvalid(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const signatures = header('webhook-signature')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [bytesOf(part.slice(3))] : []));
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookInvalid('The webhook is too old, or of the future.');

  const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = new Blob([`${id}.${timestamp}.`, content]);
  const bytes = await signed.arrayBuffer();
  for (const secret of [secrets].flat()) {
    const raw = bytesOf(secret.replace(/^whsec_/, ''));
    if (raw.length === 0) throw new WebhookInvalid('A secret is not of the form whsec_….');
    const key = await crypto.subtle.importKey('raw', raw, KEY, false, ['verify']);
    // The platform compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, bytes))
        return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
  }
  throw new WebhookInvalid('No signature is by one of the secrets.');
}

function headerOf(headers: Headers | HeaderValues, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** Decodes base64. Empty for a text that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
