import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { nameOfOwner } from '../../core/listening/owner.ts';
import type { WebhookSecrets } from '../../core/listening/ports.ts';
import { deriveKey } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/**
 * Makes the secrets of endpoints, and encrypts them with AES-256-GCM. The encryption includes the owner, so no secret
 * can be decrypted for another owner. The mark is a digest of the key.
 */
export function webhookSecrets(appSecret: string): WebhookSecrets {
  const key = deriveKey(appSecret, 'webhook-secret');
  const mark = `${createHmac('sha256', key).update('mark').digest('base64url').slice(0, 11)}.`;

  return {
    mark,
    make: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,

    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(nameOfOwner(owner)));
      const sealed = [cipher.update(secret, 'utf8'), cipher.final()];
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },

    open(sealed, owner) {
      if (!sealed.startsWith(mark)) return undefined;
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(nameOfOwner(owner)))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
