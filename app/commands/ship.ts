import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { DATA_FILES, IMPORTED, OUTSIDE_PACKAGES, PARSERS } from './outside-packages.ts';

/*
 * Writes the files of the container image into an empty folder: Node, the build, and package files. Also copies the
 * shared libraries that Node and native packages load. The image contains nothing else but bash, for its health check.
 * Runs after a build, on Linux with glibc, in the Dockerfile and in a test.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'dist');
/** The folder of the newest build. The files in dist/ only import it. */
const BUILD = /[0-9a-f]{16}/.exec(readFileSync(join(DIST, 'main.js'), 'utf8'))?.[0] ?? '';

const [image] = process.argv.slice(2);
if (image === undefined) throw new Error('Name the folder of the image: npx tsx app/commands/ship.ts FOLDER');

/** Copies a file of this machine into the image. For a symbolic link, copies the file that the link leads to. */
function take(file: string, place: string): void {
  const target = join(image as string, place);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(realpathSync(file), target);
}

/** The files in node_modules that the build's programs load. Paths are relative to the project's folder. */
async function loadedFiles(): Promise<readonly string[]> {
  const programs = readdirSync(join(DIST, BUILD)).filter((name) => name.endsWith('.js'));
  const { resolve } = createRequire(join(ROOT, 'package.json'));
  const { fileList } = await nodeFileTrace(
    [...programs.map((name) => join(DIST, BUILD, name)), ...[...IMPORTED, ...PARSERS].map((name) => resolve(name))],
    { base: ROOT, processCwd: ROOT, ignore: (path) => !/^(node_modules|dist)\//.test(path) },
  );
  const loaded = [...fileList].filter((path) => path.startsWith('node_modules/'));
  return [...loaded, ...DATA_FILES.map((file) => join('node_modules', file)), ...licencesOf(loaded)];
}

/** The licence files of the packages. A file of a package may be shipped only with the package's licence. */
function licencesOf(files: readonly string[]): readonly string[] {
  const folders = new Set(
    [...files, ...DATA_FILES.map((file) => join('node_modules', file))].map(
      (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? '',
    ),
  );
  return [...folders].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      .map((name) => join(folder, name)),
  );
}

/** The shared libraries that these programs and native packages load, and the dynamic loader. */
function librariesOf(files: readonly string[]): readonly string[] {
  const told = execFileSync('ldd', files, { encoding: 'utf8' });
  const paths = [...told.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path = '']) => path);
  return [...new Set(paths)].filter((path) => !path.startsWith(ROOT));
}

const files = await loadedFiles();
for (const file of files) take(join(ROOT, file), join('app', file));
for (const path of readdirSync(DIST).filter((name) => name === BUILD || name.endsWith('.js')))
  cpSync(join(DIST, path), join(image, 'app/dist', path), { recursive: true });

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown> & {
  readonly dependencies: Readonly<Record<string, string>>;
};
const dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => OUTSIDE_PACKAGES.includes(name)),
);
const { name, version, type, license } = manifest;
writeFileSync(
  join(image, 'app/package.json'),
  `${JSON.stringify({ name, version, private: true, type, license, dependencies }, null, 2)}\n`,
);

take(process.execPath, 'usr/local/bin/node');
take('/bin/bash', 'usr/local/bin/bash');
const native = files.filter((file) => /\.(node|so(\.[\d.]+)?)$/.test(file)).map((file) => join(ROOT, file));
for (const library of librariesOf([process.execPath, '/bin/bash', ...native])) take(library, library);
// Adds the user that the Dockerfile names, and a folder for uploads.
mkdirSync(join(image, 'etc'), { recursive: true });
writeFileSync(join(image, 'etc/passwd'), 'root:x:0:0::/:/none\nnode:x:1000:1000::/data:/none\n');
writeFileSync(join(image, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
mkdirSync(join(image, 'tmp'));
chmodSync(join(image, 'tmp'), 0o1777);
process.stdout.write(`${files.length} files of packages, in ${relative(process.cwd(), image)}\n`);
