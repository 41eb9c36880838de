import { createHash } from 'node:crypto';

/** Makes a strong entity tag (RFC 9110) from a body. Every process makes the same tag from the same body. */
export const entityTag = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Makes the tag of an object from its revision. */
export const revisionTag = (revision: number): string => `"${revision}"`;

const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether the `If-Match` header allows a change. A weak tag never allows one. Without the header, every change is
 * allowed.
 */
export function isMatch(header: string, tag: string): boolean {
  const given = header.trim();
  return given === '' || given === '*' || [...given.matchAll(TAG)].some(([, weak, one]) => !weak && one === tag);
}

/** Whether the `If-None-Match` header names the tag. A proxy may have made the tag weak. */
export const isKnown = (header: string, tag: string): boolean =>
  header.trim() === '*' || [...header.matchAll(TAG)].some(([, , one]) => one === tag);
