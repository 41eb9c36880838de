import { type KeyObject, createHash, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CodeDigests } from '../../core/accounts/crypto-ports.ts';
import type { TokenDigests } from '../../core/boarding/device-ports.ts';

/** The purpose of a key. Each purpose has a key of its own, so a signature for one is not valid for another. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'login-ticket'
  | 'phone-ticket'
  | 'email-ticket'
  | 'provider-state'
  | 'password-reset'
  | 'e-ticket'
  | 'invitation'
  | 'cursor'
  | 'one-time-code'
  | 'second-factor';

/**
 * Derives a key from the secret of the installation (HKDF-SHA-256). The key is a KeyObject, since jsonwebtoken takes
 * fifty times as long with any other type.
 */
export const deriveKey = (secret: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'bus-ticket', purpose, 32)));

/**
 * Keyed hashes: a plain hash of six digits is quickly guessed. Each hash is valid for one user or ticket, and for one
 * family of codes.
 */
export function codeDigests(secret: string): CodeDigests {
  const key = deriveKey(secret, 'one-time-code');
  return {
    of: (owner, family, code) => createHmac('sha256', key).update(`${owner}:${family}:${code}`).digest('hex'),
    equal: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),
  };
}

/** SHA-256 without a key: a long random token cannot be guessed. */
export const sha256Digests: TokenDigests = { of: (token) => createHash('sha256').update(token).digest('hex') };

/** The first twelve bytes of SHA-256. They suffice to rule out a second token with the same hash. */
export const ticketHashes: TokenDigests = {
  of: (token) => createHash('sha256').update(token).digest().subarray(0, 12).toString('base64url'),
};
