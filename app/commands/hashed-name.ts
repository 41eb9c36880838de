import { type Hash, createHash } from 'node:crypto';
import { extname } from 'node:path';

export const hashOf = (hash: Hash): string => hash.digest('hex').slice(0, 16);

/** Puts a digest of the content into a file's name: `icon.svg` becomes `icon-0123456789abcdef.svg`. */
export function hashedName(name: string, content: Uint8Array): string {
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}-${hashOf(createHash('sha256').update(content))}${extension}`;
}
