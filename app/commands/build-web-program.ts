import { basename, join } from 'node:path';
import { type BuildOptions, type Metafile, build } from 'esbuild';
import { hashedName } from './hashed-name.ts';

/*
 * Reads esbuild's metafile: which scripts a program imports, and which styles its first page needs. The styles of later
 * pages get their own sheet, so that the first page does not wait for them. By default, esbuild puts all styles of a
 * program into one sheet.
 */

/**
 * Makes the first page one script instead of a dozen, which compresses an eighth better. The bundler esbuild puts
 * modules into one chunk if the same entries reach them. For this, every module loaded on demand also imports the
 * modules of the first page, which are loaded already. Returns the imports to append to a file.
 */
export async function firstPageInOne(root: string, entry: string, options: BuildOptions) {
  const { metafile } = await build({ ...options, absWorkingDir: root, entryPoints: [entry], metafile: true });
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const later = new Set(entries.filter((path) => path !== entry).map((path) => join(root, path)));
  // Leaves out the entry script, which waits for modules that are loaded on demand. An import of the entry script there
  // would be a deadlock.
  const first = (metafile.inputs[entry]?.imports ?? [])
    .filter(({ path, kind, external }) => kind === 'import-statement' && !external && !path.endsWith('.css'))
    .map(({ path }) => `\nimport ${JSON.stringify(join(root, path))};`)
    .join('');
  return (path: string): string => (later.has(path) ? first : '');
}

/** The name of the script with which a program begins. */
export function scriptOf({ outputs }: Metafile, entry: string): string {
  const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (path === undefined) throw new Error(`esbuild made nothing of ${entry}.`);
  return basename(path);
}

/** A script and all scripts that it imports, directly or indirectly. The script itself is first. */
export function reachable(
  { outputs }: Metafile,
  script: string,
  kinds: readonly string[] = ['import-statement', 'dynamic-import'],
): readonly string[] {
  const found = new Set([script]);
  for (const name of found) {
    const imports = Object.entries(outputs).find(([path]) => basename(path) === name)?.[1].imports ?? [];
    for (const { path, kind, external } of imports) if (!external && kinds.includes(kind)) found.add(basename(path));
  }
  return [...found];
}

/**
 * The style sheets of a program's first page, and the sheets of all later pages. A sheet follows the sheets that it
 * imports.
 */
export function stylesOf({ inputs }: Metafile, entry: string): { first: readonly string[]; later: readonly string[] } {
  const sheets = (kinds: readonly string[]): readonly string[] => {
    const seen = new Set<string>();
    const found: string[] = [];
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { path, kind, external } of inputs[file]?.imports ?? [])
        if (!external && kinds.includes(kind)) visit(path);
      if (file.endsWith('.css')) found.push(file);
    };
    visit(entry);
    return found;
  };
  const first = sheets(['import-statement']);
  return { first, later: sheets(['import-statement', 'dynamic-import']).filter((sheet) => !first.includes(sheet)) };
}

/** Joins style sheets into one, in the given order. */
export async function bundleStyles(root: string, name: string, sheets: readonly string[], banner = '') {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: sheets.map((sheet) => `@import "./${sheet}";`).join('\n'), loader: 'css', resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/web',
    logLevel: 'warning',
    banner: { css: banner },
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { name: hashedName(name, contents), contents };
}
