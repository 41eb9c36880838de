import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import sharp from 'sharp';
import { type Program, type ProgramFiles, type Web, PROGRAMS } from '../../adapters/http/server/web-files.ts';
import { makeFonts } from './build-web-fonts.ts';
import { bundleWorkers } from './build-web-workers.ts';
import { bundleStyles, firstPageInOne, reachable, scriptOf, stylesOf } from './build-web-program.ts';
import { hashedName, hashOf } from './hashed-name.ts';

/*
 * Builds the pages: three browser programs that share modules. Every file is named by the digest of its content, so
 * browsers cache it forever. The files of several builds are in one folder, and web.json lists the files of the newest.
 * Every file is written under another name and then renamed, so that several processes may build simultaneously.
 */

/** The oldest supported browsers, from 2022. Phones update their browsers automatically. */
const BROWSERS = ['chrome100', 'firefox100', 'safari15.4'];

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  target: BROWSERS,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

type Files = Map<string, Uint8Array>;

/** The digest of all sources of the pages, computed from their content and not from file times. */
function webDigest(root: string): string {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join('web', file),
  );
  const makers = readdirSync(join(root, 'app/commands'))
    .filter((file) => /^(build-web|hashed-name)/.test(file))
    .map((file) => join('app/commands', file));
  for (const file of [...sources, ...makers, 'package-lock.json', ICON].sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hashOf(hash);
}

/** Builds the pages, unless they were already built from these sources. Returns the folder of the pages. */
export async function ensureWeb(root: string): Promise<string> {
  const folder = join(root, 'dist/web');
  if (builtFrom(folder) !== webDigest(root)) {
    await buildWeb(root, folder);
    forgetOldFiles(folder);
  }
  return folder;
}

function builtFrom(folder: string): string | undefined {
  try {
    return readWebJson(folder).digest;
  } catch {
    return undefined;
  }
}

const readWebJson = (folder: string): Web => JSON.parse(readFileSync(join(folder, 'web.json'), 'utf8')) as Web;

/** Builds the pages of `root` into a folder. Keeps the files that are already there. Rejects if a source is invalid. */
export async function buildWeb(root: string, folder: string): Promise<void> {
  const digest = webDigest(root);
  const files: Files = new Map();
  const [fonts, icons] = await Promise.all([makeFonts(root), makeIcons(root)]);
  for (const made of [fonts.files, icons.files]) for (const [name, bytes] of made) files.set(name, bytes);

  const workers: Files = new Map();
  const bundling = PROGRAMS.map(async (program) => {
    const { made, ...names } = await bundleProgram(root, program, fonts.css, workers);
    for (const [name, contents] of made) files.set(name, contents);
    return [program, names] as const;
  });
  // Waits for all bundles, even after one has failed, because the caller may delete the sources afterwards.
  await Promise.allSettled(bundling);
  const programs = Object.fromEntries(await Promise.all(bundling)) as unknown as Record<Program, ProgramFiles>;
  for (const [name, bytes] of workers) files.set(name, bytes);

  const [conductor, passenger] = await Promise.all([
    bundleServiceWorker(root, 'conductor', [
      ...programs.conductor.scripts,
      ...programs.conductor.styles,
      ...programs.conductor.laterStyles,
      ...workers.keys(),
      ...fonts.first,
      ...Object.values(icons.names),
    ]),
    bundleServiceWorker(root, 'passenger', []),
  ]);
  for (const { name, contents } of [conductor, passenger]) files.set(name, contents);

  mkdirSync(folder, { recursive: true });
  await Promise.all([...files].map(([name, bytes]) => writeWithPackedForms(folder, name, bytes)));
  const web: Web = {
    digest,
    programs,
    serviceWorkers: { conductor: conductor.name, passenger: passenger.name },
    icons: icons.names,
    firstFonts: fonts.first,
    files: [...files.keys()].sort(),
  };
  replace(join(folder, 'web.json'), JSON.stringify(web, null, 2));
}

/** The main scripts of the programs. The page of a door is one of the passenger's, and must open fast by itself. */
const ENTRIES: Readonly<Record<Program, string>> = {
  passenger: 'web/passenger/main.tsx',
  door: 'web/passenger/line/main.tsx',
  portal: 'web/portal/main.tsx',
  conductor: 'web/conductor/main.tsx',
};

/**
 * Bundles a program by itself. Nobody uses two programs, and chunks shared by programs would be larger and more
 * numerous.
 */
async function bundleProgram(root: string, program: Program, fontFaces: string, workers: Files) {
  const entry = ENTRIES[program];
  const split = { ...OPTIONS, outdir: 'dist/web', splitting: true, format: 'esm' } as const;
  const endOf = await firstPageInOne(root, entry, split);
  const { outputFiles, metafile } = await build({
    ...split,
    absWorkingDir: root,
    entryPoints: { [program]: entry },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    plugins: [bundleWorkers(OPTIONS, workers, endOf)],
  });
  const sheets = stylesOf(metafile, entry);
  const styles = [await bundleStyles(root, `${program}.css`, sheets.first, fontFaces)];
  const laterStyles = sheets.later.length > 0 ? [await bundleStyles(root, `${program}-pages.css`, sheets.later)] : [];
  const script = scriptOf(metafile, entry);
  return {
    made: [
      ...outputFiles
        .filter(({ path }) => path.endsWith('.js'))
        .map(({ path, contents }) => [basename(path), contents] as const),
      ...[...styles, ...laterStyles].map(({ name, contents }) => [name, contents] as const),
    ],
    script,
    scripts: reachable(metafile, script),
    preloads: reachable(metafile, script, ['import-statement']).filter((name) => name !== script),
    styles: styles.map(({ name }) => name),
    laterStyles: laterStyles.map(({ name }) => name),
  };
}

/** Bundles a program's service worker, with the list of files that it caches in advance. */
async function bundleServiceWorker(root: string, program: Program, assets: readonly string[]) {
  const { outputFiles } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: [`web/${program}/worker.ts`],
    format: 'iife',
    outdir: 'dist/web',
    define: { ASSETS: JSON.stringify([...new Set(assets)].sort()) },
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { name: hashedName(`${program}-worker.js`, contents), contents };
}

const ICON = 'adapters/http/pages/icon.svg';

async function makeIcons(root: string): Promise<{ files: Files; names: Web['icons'] }> {
  const files: Files = new Map();
  const keep = (name: string, bytes: Uint8Array): string => {
    const hashed = hashedName(name, bytes);
    files.set(hashed, bytes);
    return hashed;
  };
  const svg = readFileSync(join(root, ICON));
  const [small, large] = await Promise.all(
    [192, 512].map((side) => sharp(svg, { density: 512 }).resize(side, side).png().toBuffer()),
  );
  return {
    files,
    names: {
      svg: keep('icon.svg', svg),
      small: keep('icon-192.png', small ?? svg),
      large: keep('icon-512.png', large ?? svg),
    },
  };
}

const BROTLI = promisify(brotliCompress);
const GZIP = promisify(gzip);

/** Text files. Only these are compressed, because other files, such as fonts and pictures, are compressed already. */
const IS_TEXT = /\.(?:js|css|svg)$/;

async function writeWithPackedForms(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const forms: (readonly [string, Uint8Array])[] = [[name, bytes]];
  if (IS_TEXT.test(name)) {
    const [br, gz] = await Promise.all([BROTLI(bytes), GZIP(bytes, { level: 9 })]);
    forms.push([`${name}.br`, br], [`${name}.gz`, gz]);
  }
  for (const [form, content] of forms) replace(join(folder, form), content);
}

function replace(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

const DAY_MS = 86_400_000;

/** Deletes files of earlier builds that are older than a day, because no starting process still reads such files. */
function forgetOldFiles(folder: string): void {
  const { files } = readWebJson(folder);
  const wanted = new Set(['web.json', ...files.flatMap((name) => [name, `${name}.br`, `${name}.gz`])]);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!wanted.has(name) && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { force: true });
  }
}
