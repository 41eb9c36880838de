import { createHmac } from 'node:crypto';
import type { SentWebhook } from '../../core/listening/ports.ts';

/** The beginning of every secret. The rest is the key in base64. */
const SECRET_PREFIX = 'whsec_';

const SECOND_MS = 1_000;

/** The headers of a webhook by Standard Webhooks 1.0, with one signature for each secret. */
export function headersOf({ secrets, eventId, body, at }: Omit<SentWebhook, 'url'>): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / SECOND_MS));
  const signed = `${eventId}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'busticket-webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' '),
  };
}

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64');
