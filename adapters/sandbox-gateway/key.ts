import { type KeyObject, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Sandbox } from '../../core/payments/sandbox.ts';

let made: string | undefined;

/** Makes one key for all sandboxes of this process, because making a key takes a while. */
const newKey = (): string =>
  (made ??= generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString());

/**
 * The key with which the shop signs its requests to the simulated connectIPS. All processes with the same database
 * share the key.
 */
export async function sandboxKey(transact: Transact<{ readonly sandbox: Sandbox }>): Promise<KeyObject> {
  const key = newKey();
  return createPrivateKey(await transact(({ sandbox }) => sandbox.keepKey('CONNECTIPS', key)));
}
