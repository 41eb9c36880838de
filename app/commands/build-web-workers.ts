import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type Plugin, build } from 'esbuild';
import { hashedName } from './hashed-name.ts';

const WORKER = /new URL\('(?<worker>\.{1,2}\/[\w./-]+\.worker\.ts)', import\.meta\.url\)/g;

/**
 * Reads the sources of the pages. Appends the text that `endOf` returns for a file.
 *
 * Also bundles web workers. esbuild leaves `new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module'
 * })` unchanged. This plugin writes the worker to its own file and puts that file's name into the source.
 */
export const bundleWorkers = (
  options: BuildOptions,
  files: Map<string, Uint8Array>,
  endOf: (path: string) => string = () => '',
): Plugin => ({
  name: 'workers',
  setup(building) {
    building.onLoad({ filter: /\/web\/.*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const loader = path.endsWith('x') ? ('tsx' as const) : ('ts' as const);
      let contents = source;
      for (const { 0: address, groups } of source.matchAll(WORKER)) {
        const worker = groups?.['worker'] ?? '';
        const { outputFiles } = await build({
          ...options,
          entryPoints: [join(dirname(path), worker)],
          write: false,
          format: 'esm',
          outdir: dirname(path),
        });
        const bytes = outputFiles[0]?.contents ?? new Uint8Array();
        const name = hashedName(basename(worker).replace(/\.ts$/, '.js'), bytes);
        files.set(name, bytes);
        contents = contents.replace(address, `new URL('./${name}', import.meta.url)`);
      }
      return { contents: contents + endOf(path), loader };
    });
  },
});
