import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PAGES_DIGEST, digestOfPages, isUpToDate } from '../pictures/digest.ts';
import { PICTURES } from '../pictures/pictures.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const DRAWN = Object.keys(PICTURES).map((name) => `${name}.png`);

describe('the pictures of the documentation', () => {
  it('npm run pictures draws every picture of docs/pictures', () => {
    const there = readdirSync(join(ROOT, 'docs/pictures')).filter((file) => file.endsWith('.png'));
    expect(there).to.have.members(DRAWN);
  });

  it('the documentation shows every picture, and no other one', () => {
    const shown = ['README.md', 'docs/portal.md'].flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/pictures\/([\w-]+\.png)/g)].map(([, file]) => file),
    );
    expect(shown).to.have.members(DRAWN);
  });

  it('pictures are outdated once a page has changed, but not by declarations of types', () => {
    const root = mkdtempSync(join(tmpdir(), 'pages-'));
    try {
      for (const folder of ['web', 'docs/pictures']) mkdirSync(join(root, folder), { recursive: true });
      for (const file of ['page.tsx', 'page.css', 'library.d.ts']) writeFileSync(join(root, 'web', file), '');
      writeFileSync(join(root, PAGES_DIGEST), digestOfPages(root));
      writeFileSync(join(root, 'web/library.d.ts'), 'export {};');
      expect(isUpToDate(root)).to.equal(true);
      writeFileSync(join(root, 'web/page.css'), 'body { color: red }');
      expect(isUpToDate(root)).to.equal(false);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
