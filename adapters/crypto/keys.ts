import { type KeyObject, createHash, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CodeDigests } from '../../core/accounts/crypto-ports.ts';
import type { TokenDigests } from '../../core/boarding/device-ports.ts';

/** The use of a key. Every use has its own key, so a signature for one use is not valid for another. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'login-ticket'
  | 'old-number-ticket'
  | 'phone-ticket'
  | 'email-ticket'
  | 'provider-state'
  | 'password-reset'
  | 'e-ticket'
  | 'door-place'
  | 'door-pass'
  | 'invitation'
  | 'cursor'
  | 'one-time-code'
  | 'second-factor'
  | 'webhook-secret';

/**
 * Derives a key from the secret of the installation (HKDF-SHA-256). The key is a KeyObject, since jsonwebtoken takes
 * fifty times as long with any other type.
 */
export const deriveKey = (secret: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'bus-ticket', purpose, 32)));

/**
 * Hashes one-time codes with a key, because an attacker quickly guesses six digits from a plain hash. The hash also
 * covers the user or the code request, and the family of codes.
 */
export function codeDigests(secret: string): CodeDigests {
  const key = deriveKey(secret, 'one-time-code');
  return {
    of: (owner, family, code) => createHmac('sha256', key).update(`${owner}:${family}:${code}`).digest('hex'),
    equal: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),
  };
}

/** Hashes long random tokens by SHA-256. The hash needs no key, because nobody can guess such a token. */
export const sha256Digests: TokenDigests = { of: (token) => createHash('sha256').update(token).digest('hex') };

/** Hashes tokens to the first twelve bytes of SHA-256. Two tokens practically never have the same twelve bytes. */
export const ticketHashes: TokenDigests = {
  of: (token) => createHash('sha256').update(token).digest().subarray(0, 12).toString('base64url'),
};
