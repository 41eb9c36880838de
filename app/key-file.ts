import { type KeyObject, createPrivateKey } from 'node:crypto';
import { type Stats, readFileSync, realpathSync, statSync } from 'node:fs';
import { type Read, malformed } from './variable-readers.ts';

/** The folder in which Docker puts secrets. Everybody in the container may read them. */
const SECRETS = '/run/secrets/';

const WRITABLE_BY_GROUP_OR_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o004;

/**
 * Reads the RSA private key in a PEM file. Refuses a file that others may change, or that everybody may read. Only
 * secrets of Docker may be readable by everybody.
 */
export const privateKeyFile: Read<KeyObject> = (path) => {
  const { file, stats } = find(path);
  if (!stats.isFile()) return malformed(`a file: ${path} is none`);
  const missed = missedRights(file, stats.mode);
  return missed ? malformed(`${missed} ${path}`) : keyIn(contentOf(file, path), path);
};

/**
 * Returns the rule that a file's permissions break, and the command that corrects them. Undefined if they break no
 * rule.
 */
export function missedRights(file: string, mode: number): string | undefined {
  if (mode & WRITABLE_BY_GROUP_OR_OTHERS) return 'a file that only its owner may write to: chmod go-w';
  return mode & READABLE_BY_OTHERS && !file.startsWith(SECRETS)
    ? 'a file that not everybody may read: chmod o-r'
    : undefined;
}

function find(path: string): { readonly file: string; readonly stats: Stats } {
  try {
    const file = realpathSync(path);
    return { file, stats: statSync(file) };
  } catch (error) {
    return malformed(`a file that can be read: ${(error as Error).message}`);
  }
}

function contentOf(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return malformed(`a file that can be read: ${path} cannot`);
  }
}

function keyIn(pem: string, path: string): KeyObject {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return malformed(`a PEM file whose key is not encrypted: openssl pkey -in ${path} decrypts it`);
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Ignores OpenSSL's own message, which does not help people. The message below replaces it.
  }
  return key?.asymmetricKeyType === 'rsa' ? key : malformed(`a PEM file with an RSA private key: ${path} is none`);
}
