import { type KeyObject, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Makes and checks eSewa's signatures, each the base64 of an HMAC-SHA256 with the merchant's key. */
export interface Signer {
  sign(message: string): string;
  /** Compares signatures in constant time. */
  verify(message: string, signature: string): boolean;
}

export function signerOf(secretKey: string): Signer {
  const key: KeyObject = createSecretKey(Buffer.from(secretKey, 'utf8'));
  const sign = (message: string): string => createHmac('sha256', key).update(message, 'utf8').digest('base64');
  return {
    sign,
    verify(message, signature) {
      const [expected, given] = [Buffer.from(sign(message)), Buffer.from(signature)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** The signed text: `name=value` for each name, in order, joined by commas. Undefined when a value is missing. */
export function messageOf(names: readonly string[], valueOf: (name: string) => string | undefined): string | undefined {
  const pairs: string[] = [];
  for (const name of names) {
    const value = valueOf(name);
    if (value === undefined) return undefined;
    pairs.push(`${name}=${value}`);
  }
  return pairs.join(',');
}
