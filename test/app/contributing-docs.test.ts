import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Texts in backticks, outside blocks of code. */
const spans = (page: string): readonly string[] =>
  [...page.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** True for paths: they begin with a source folder, or look like a file. */
const isPath = (span: string): boolean =>
  /^(?:core|adapters|app|test|bench|deploy)\/[\w./-]*$/.test(span) || /^[\w./-]+\.(?:ts|md|js|html|json)$/.test(span);

/** File names that many areas have. The documentation may name them without a folder. */
const KINDS = ['ports.ts', 'refusals.ts', 'stores.ts', 'world.ts'];

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(join(ROOT, path)).isDirectory());

describe('docs/contributing.md', () => {
  const page = read('docs/contributing.md');
  const paths = spans(page).filter(isPath);
  /** Texts in backticks in the first column of the table with this heading. */
  const listed = (heading: string): readonly string[] => {
    const [, rows = ''] = new RegExp(`\\| ${heading} \\| holds \\|\\n([^]*?)\\n\\n`).exec(page) ?? [];
    return rows.split('\n').flatMap((row) => spans(row.split('|')[1] ?? ''));
  };
  const areas = listed('area');

  it('docs/contributing.md names only files and folders that exist', () => {
    expect(paths).to.have.length.above(80);
    expect(paths.filter((path) => !KINDS.includes(path) && !existsSync(join(ROOT, path)))).to.deep.equal([]);
  });

  it('docs/contributing.md lists the areas in the order of the dependency rules', () => {
    const [, ladder = ''] = /const areas = \[([^\]]*)\]/.exec(read('.dependency-cruiser.cjs')) ?? [];
    expect(areas).to.have.length.above(8);
    expect(areas).to.deep.equal([...ladder.matchAll(/'(\w+)'/g)].map(([, area]) => area));
  });

  it('every folder of a layer is an area, or docs/contributing.md explains the folder', () => {
    const layers = ['core', 'adapters/knex', 'adapters/http', 'test/core', 'test/contracts', 'test/http'];
    const beside = listed('folder');
    for (const layer of layers) {
      const others = foldersIn(layer).filter((path) => !areas.includes(basename(path)));
      const named = layer.startsWith('test/') ? ['adapters/http/route/', 'adapters/http/server/'] : beside;
      expect(named, layer).to.include.members(others.map((path) => `${path.replace('test/', 'adapters/')}/`));
    }
    const technologies = foldersIn('adapters').filter((path) => !layers.includes(path));
    expect(beside).to.include.members(technologies.map((path) => `${path}/`));
  });
});

describe('the documentation', () => {
  const pages = [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  ];

  it('the documentation names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    for (const page of pages) {
      for (const [, script = ''] of read(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
        expect(scripts, page).to.have.property(script);
    }
  });

  it('the documentation links only to pages and source files that exist', () => {
    const names = new Set(
      ['core', 'adapters', 'app', 'test'].flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
      ),
    );
    for (const page of pages) {
      const folder = join(ROOT, page, '..');
      for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
        expect(existsSync(join(folder, link)), `${page}: ${link}`).to.equal(true);
      for (const path of spans(read(page)).filter((span) => /^(?:core|adapters|app|test)\/[\w./-]+$/.test(span)))
        expect(existsSync(join(ROOT, path)), `${page}: ${path}`).to.equal(true);
      for (const name of spans(read(page)).filter((span) => /^[\w-]+\.ts$/.test(span)))
        expect([...names], page).to.include(name);
    }
  });
});
