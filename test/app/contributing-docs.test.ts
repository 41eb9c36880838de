import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What stands in backticks, outside blocks of code. */
const spans = (page: string): readonly string[] =>
  [...page.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** Paths: of the folders that hold sources, and of whatever is named like a file. */
const isPath = (span: string): boolean =>
  /^(?:core|adapters|app|test|bench|deploy)\/[\w./-]*$/.test(span) || /^[\w./-]+\.(?:ts|md|js|html|json)$/.test(span);

/** Kinds of files that every slice has: no single one is meant. */
const KINDS = ['ports.ts', 'refusals.ts'];

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(join(ROOT, path)).isDirectory());

describe('the map in docs/contributing.md', () => {
  const page = read('docs/contributing.md');
  const paths = spans(page).filter(isPath);

  it('names files and folders that are there', () => {
    expect(paths).to.have.length.above(100);
    expect(paths.filter((path) => !KINDS.includes(path) && !existsSync(join(ROOT, path)))).to.deep.equal([]);
  });

  it('has a line for each folder', () => {
    const [, rows = ''] = /\| folder \| holds \|\n([^]*?)\n\n/.exec(page) ?? [];
    const listed = rows.split('\n').flatMap((row) => spans(row.split('|')[1] ?? ''));
    const split = ['adapters/http', 'adapters/knex'];
    const folders = [
      ...foldersIn('core'),
      ...foldersIn('adapters'),
      ...split.flatMap(foldersIn),
      ...['app', 'test'].flatMap(foldersIn),
    ];
    expect(listed).to.include.members(folders.filter((path) => !split.includes(path)).map((path) => `${path}/`));
  });

  it('lists the slices in the order of the dependency rules', () => {
    const [, ladder = ''] = /const ladder = \[([^\]]*)\]/.exec(read('.dependency-cruiser.cjs')) ?? [];
    const slices = [...ladder.matchAll(/'(\w+)'/g)].map(([, slice]) => `core/${slice}/`);
    expect(slices).to.have.length.above(8);
    expect([...page.matchAll(/^\| `(core\/\w+\/)` \|/gm)].map(([, folder]) => folder)).to.deep.equal(slices);
  });
});

describe('documents', () => {
  const pages = [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  ];

  it('name scripts of npm that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    for (const page of pages) {
      for (const [, script = ''] of read(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
        expect(scripts, page).to.have.property(script);
    }
  });

  it('link to pages, and name sources, that are there', () => {
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
