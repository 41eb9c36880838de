import { createHash, randomBytes } from 'node:crypto';
import type { DrawCrypto } from '../../core/line/door.ts';

const SEED_BYTES = 32;

/** Seeds of draws from Node's cryptographic generator. */
export const draws: DrawCrypto = {
  newSeed() {
    const bytes = randomBytes(SEED_BYTES);
    return { seed: bytes.toString('hex'), hash: createHash('sha256').update(bytes).digest('hex') };
  },
};
