import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the digest of the pages from which docs/pictures was drawn. */
export const PAGES_DIGEST = 'docs/pictures/pages.sha256';

/** The digest of everything that pages are made of, without the generated types of the API. */
export function digestOfPages(root: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.endsWith('.d.ts')).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, 'web', file)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether docs/pictures was drawn from the present pages. */
export const isUpToDate = (root: string): boolean =>
  readFileSync(join(root, PAGES_DIGEST), 'utf8').trim() === digestOfPages(root);
