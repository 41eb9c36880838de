import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../core/accounts/crypto-ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { deriveKey } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets with AES-256-GCM. The encryption includes the user's id, so one user's secret cannot be decrypted
 * for another user.
 */
export function aesSecretBox(appSecret: string): SecretBox {
  const key = deriveKey(appSecret, 'second-factor');
  const ownerOf = (userId: UserId): Buffer => Buffer.from(`user ${userId}`);

  return {
    seal(text, userId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(ownerOf(userId));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },

    open(sealed, userId) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const [nonce, tag, rest] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ];
      const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(ownerOf(userId)).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
