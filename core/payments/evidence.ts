import { cutBytes } from '../kernel/text.ts';
import type { EnquiryAnswer, Evidence, GatewayCallback } from './ports.ts';

const MAX_BYTES = 8 * 1024;
const MAX_NAME_BYTES = 255;

/** Text from outside as it is stored: at most `limit` bytes, and without NUL, which Postgres can't store. */
const storable = (text: string, limit: number): string => cutBytes(text.replaceAll('\0', '\u{FFFD}'), limit);

/** A short text from outside, such as a transaction UUID that is none of ours. */
export const storedName = (name: string): string => storable(name, MAX_NAME_BYTES);

/** What the callback log stores of `data`. */
export function storedPayload(data: string | undefined): string {
  if (data === undefined) return '(no data param)';
  return data === '' ? '(empty)' : storable(data, MAX_BYTES);
}

/** What a payment stores of a callback or an answer. */
export const evidenceOf = ({
  reference,
  raw,
}: Pick<GatewayCallback | EnquiryAnswer, 'reference' | 'raw'>): Evidence & { readonly raw: string } => ({
  ...(reference !== '' && { reference: storedName(reference) }),
  raw: storable(raw, MAX_BYTES),
});
