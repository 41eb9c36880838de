import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Plugin, build } from 'esbuild';
import { buildWeb } from './build-web.ts';
import { hashOf } from './hashed-name.ts';
import { IMPORTED } from './outside-packages.ts';

/*
 * Builds the service and its commands as JavaScript. Most packages are bundled: reading a few files instead of a
 * thousand saves a third of the start-up time. Packages with native code or data files are not bundled, and neither are
 * packages that are loaded only when needed.
 *
 * Each build has its own folder in dist/, named by the digest of its sources. The file dist/main.js only imports the
 * newest build. Folder and file are written under other names and then renamed. Several processes may build and start
 * at the same time, and each finds a complete build.
 */

/** Packages that knex and pg would load for other databases, other runtimes, or in C. The service never uses them. */
const UNUSED = [
  ...['mariadb', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious'],
  ...['pg-cloudflare', 'pg-native', 'pg-query-stream'],
];

/**
 * Files that packages load for other encodings and languages. The files are tables of Chinese, Japanese and Korean, and
 * translated messages of a validator. The service never uses them, because bodies are UTF-8 and nobody reads those
 * messages.
 */
const UNUSED_FILES = /[\\/](iconv-lite[\\/]encodings[\\/]tables[\\/].*\.json|zod[\\/]v4[\\/]locales[\\/].*\.js)$/;
const USED_LOCALES = ['en.js', 'index.js'];

/** Replaces the content of unused files with nothing, because Node keeps the text of every loaded file in memory. */
const withoutUnusedFiles: Plugin = {
  name: 'unused files',
  setup(bundler) {
    bundler.onLoad({ filter: UNUSED_FILES }, ({ path }) => {
      if (path.endsWith('.json')) return { contents: '[]', loader: 'json' };
      return USED_LOCALES.includes(basename(path))
        ? undefined
        : { contents: 'export default () => ({});', loader: 'js' };
    });
  },
};

const COMMANDS = ['import', 'migrate', 'check', 'reconcile', 'gate', 'admin'];

const SOURCES = ['core', 'adapters', 'app', 'web', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The number of old builds that are kept, because processes may still run them. */
const KEPT = 2;

/** Bundled CommonJS modules call `require` for Node's own modules, so the bundle must define it. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * The digest of the sources' content. File times are not enough: a file unpacked from an archive is new, but its time
 * is old.
 */
export function sourcesDigest(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const file of files) {
      if (statSync(join(path, file)).isFile())
        hash
          .update(`${source}/${file}\0`)
          .update(readFileSync(join(path, file)))
          .update('\0');
    }
  }
  return hashOf(hash);
}

const leadTo = (digest: string, program: string): string => `import './${digest}/${program}.js';\n`;

/**
 * Compares the present build with the sources. `these`: built from these sources. `others`: built from other sources.
 * `nothing`: there is no build.
 */
export function isBuilt(root: string, digest: string): 'these' | 'others' | 'nothing' {
  try {
    return readFileSync(join(root, 'dist/main.js'), 'utf8') === leadTo(digest, 'main') ? 'these' : 'others';
  } catch {
    return 'nothing';
  }
}

export async function buildInto(root: string, digest: string): Promise<void> {
  const dist = join(root, 'dist');
  const draft = join(dist, `.draft-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(draft, { recursive: true });
    await Promise.all([bundle(root, draft), buildWeb(root, join(draft, 'web'))]);
    takePlace(draft, join(dist, digest));
    for (const program of [...COMMANDS, 'main']) {
      const way = `${draft}.${program}.js`;
      writeFileSync(way, leadTo(digest, program));
      renameSync(way, join(dist, `${program}.js`));
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  forgetOldBuilds(dist, digest);
}

async function bundle(root: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [
      'app/main.ts',
      ...COMMANDS.map((command) => `app/commands/${command}.ts`),
      'adapters/pdf/pdf-worker.ts',
    ],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    splitting: true,
    external: [...IMPORTED, ...UNUSED],
    // Koa and its middleware each bring their own version of the list of media types. The bundle needs only one of
    // them.
    alias: { 'mime-db': join(root, 'node_modules/mime-db/index.js') },
    plugins: [withoutUnusedFiles],
    banner: { js: REQUIRE },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'linked',
    logLevel: 'warning',
  });
  cpSync(join(root, 'adapters/http/pages'), join(folder, 'pages'), { recursive: true });
}

/** Renames the finished build to its place. If another process has put the same build there first, keeps that build. */
function takePlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function forgetOldBuilds(dist: string, newest: string): void {
  const builds = readdirSync(dist)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== newest)
    .map((name) => ({ path: join(dist, name), builtAt: statSync(join(dist, name)).mtimeMs }));
  for (const { path } of builds.sort((one, other) => other.builtAt - one.builtAt).slice(KEPT))
    rmSync(path, { recursive: true, force: true });
}
