import { createHmac } from 'node:crypto';

/** Fonepay's `dataValidation`: the HMAC-SHA512 of the values joined by commas, in lower-case hexadecimal. */
export const dataValidation = (secret: string, values: readonly string[]): string =>
  createHmac('sha512', secret).update(values.join(','), 'utf8').digest('hex');
