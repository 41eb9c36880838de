import { generateKeyPairSync } from 'node:crypto';

/** A merchant's RSA keys for connectIPS, made anew for each run of the tests. */
export const CONNECTIPS_KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 });
