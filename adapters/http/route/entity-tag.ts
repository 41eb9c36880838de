import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110). The same body has the same tag in every process and for every caller. */
export const entityTag = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** The tag of a resource with a revision. */
export const revisionTag = (revision: number): string => `"${revision}"`;

const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether an `If-Match` header lets a change through. Weak tags never match; without the header everything does. */
export function isMatch(header: string, tag: string): boolean {
  const given = header.trim();
  return given === '' || given === '*' || [...given.matchAll(TAG)].some(([, weak, one]) => !weak && one === tag);
}

/** True if an `If-None-Match` header names the tag. Caches on the way may have made the tag weak. */
export const isKnown = (header: string, tag: string): boolean =>
  header.trim() === '*' || [...header.matchAll(TAG)].some(([, , one]) => one === tag);
