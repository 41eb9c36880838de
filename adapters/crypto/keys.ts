import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What a key is for. One key a purpose: what is signed for one never passes for another. */
export type KeyPurpose = 'access-token' | 'refresh-token' | 'login-ticket' | 'provider-state' | 'password-reset' | 'e-ticket' | 'one-time-code';

/** Derives a key from the secret of the installation (HKDF-SHA-256). A KeyObject: jsonwebtoken takes fifty times as long with anything else. */
export const deriveKey = (secret: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'bus-ticket', purpose, 32)));
