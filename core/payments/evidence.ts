import { cutBytes } from '../kernel/text.ts';
import type { EnquiryAnswer, Evidence, GatewayCallback } from './ports.ts';

const MOST_BYTES = 8 * 1024;
const MOST_OF_A_NAME = 255;

/** Words from outside as they are kept: at most so many bytes, and without NUL, which Postgres cannot hold. */
const keepable = (words: string, limit: number): string => cutBytes(words.replaceAll('\0', '\u{FFFD}'), limit);

/** A short text from outside, such as a transaction UUID that is none of ours. */
export const nameKept = (name: string): string => keepable(name, MOST_OF_A_NAME);

/** What the callback log keeps of `data`. */
export function payloadKept(data: string | undefined): string {
  if (data === undefined) return '(no data param)';
  return data === '' ? '(empty)' : keepable(data, MOST_BYTES);
}

/** What a payment keeps of a callback or an answer. */
export const evidenceOf = ({ reference, raw }: Pick<GatewayCallback | EnquiryAnswer, 'reference' | 'raw'>): Evidence & { readonly raw: string } =>
  ({ ...(reference !== '' && { reference: nameKept(reference) }), raw: keepable(raw, MOST_BYTES) });
