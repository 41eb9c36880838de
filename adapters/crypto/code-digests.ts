import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodeDigests } from '../../core/accounts/ports.ts';
import { deriveKey } from './keys.ts';

/** Six digits are soon guessed from a plain hash: these need the key, and one digest is good for one user and family alone. */
export function codeDigests(secret: string): CodeDigests {
  const key = deriveKey(secret, 'one-time-code');
  return {
    of: (userId, family, code) => createHmac('sha256', key).update(`${userId}:${family}:${code}`).digest('hex'),
    equal: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),
  };
}
