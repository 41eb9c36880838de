import { type Crypto, cryptoOf } from '../../app/crypto.ts';

/** Crypto with cheap password hashes. All tests share this object, because it keeps no state between calls. */
export const CRYPTO: Crypto = cryptoOf({
  appSecret: 'only for tests, thirty-two letters long',
  scryptLogN: 1,
  brand: 'Bus Ticket',
});
