import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DrawCrypto } from '../../core/line/door.ts';

const SEED_BYTES = 32;

/** Seeds from Node's cryptographic generator, and the ranks that anybody can check once a seed is public. */
export const draws: DrawCrypto = {
  newSeed() {
    const bytes = randomBytes(SEED_BYTES);
    return { seed: bytes.toString('hex'), hash: createHash('sha256').update(bytes).digest('hex') };
  },
  rankOf: (seed, place) => createHmac('sha256', Buffer.from(seed, 'hex')).update(String(place)).digest('hex'),
};
