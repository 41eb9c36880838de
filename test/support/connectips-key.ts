import { generateKeyPairSync } from 'node:crypto';

/** A merchant's RSA keys for connectIPS, generated for each test run. */
export const CONNECTIPS_KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 });
