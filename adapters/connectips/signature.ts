import { type KeyObject, sign } from 'node:crypto';

type Pairs = readonly (readonly [name: string, value: string])[];

/** connectIPS' token: the RSA signature with SHA-256 over `NAME=value` pairs joined by commas, in base64. */
export const tokenOf = (key: KeyObject, pairs: Pairs): string =>
  sign('sha256', Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join(',')), key).toString('base64');
