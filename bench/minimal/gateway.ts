import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { refused } from './answers.ts';

const gatewayKey = createSecretKey(Buffer.from(process.env['ESEWA_SECRET_KEY'] ?? ''));

export const signed = (fields: Readonly<Record<string, string>>, names: string): string =>
  createHmac('sha256', gatewayKey)
    .update(
      names
        .split(',')
        .map((name) => `${name}=${fields[name] ?? ''}`)
        .join(','),
    )
    .digest('base64');

/** Parses the gateway's callback and checks its signature. */
export function readCallback(data: string): Readonly<Record<string, string>> {
  const text = Buffer.from(data, 'base64').toString();
  const fields = JSON.parse(text) as Record<string, string>;
  const names = fields['signed_field_names'] ?? '';
  const [expected, given] = [Buffer.from(signed(fields, names)), Buffer.from(fields['signature'] ?? '')];
  const covered = ['status', 'total_amount', 'transaction_uuid'].every((name) => names.split(',').includes(name));
  if (!covered || expected.length !== given.length || !timingSafeEqual(expected, given))
    throw refused(400, 'Not signed by the gateway.');
  return { ...fields, text };
}
