import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The browser programs: for passengers, for those who wait for the opening of a sale, for companies and administrators,
 * and for conductors.
 */
export const PROGRAMS = ['passenger', 'door', 'portal', 'conductor'] as const;
export type Program = (typeof PROGRAMS)[number];

/** The file names of a browser program. */
export interface ProgramFiles {
  readonly script: string;
  /** All scripts, including those that are loaded on demand. */
  readonly scripts: readonly string[];
  /** Style sheets of the page that a browser opens first. */
  readonly styles: readonly string[];
  /** Style sheets of all other pages. The browser loads them when it first shows another page. */
  readonly laterStyles: readonly string[];
  /** Scripts that the main script imports. */
  readonly preloads: readonly string[];
}

/** The content of a build's web.json. */
export interface Web {
  /** A digest of the build's sources. */
  readonly digest: string;
  readonly programs: Readonly<Record<Program, ProgramFiles>>;
  readonly serviceWorkers: Readonly<Record<'conductor' | 'passenger', string>>;
  readonly icons: { readonly svg: string; readonly small: string; readonly large: string };
  /** Fonts that a page in English needs. */
  readonly firstFonts: readonly string[];
  readonly files: readonly string[];
}

/** A file with its compressed forms. Fonts and pictures have none. */
export interface WebFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** A build in memory. A later build on disk does not change it. */
export interface BuiltWeb extends Web {
  readonly read: (name: string) => WebFile | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Reads a build from a folder into memory. Undefined if the folder has no build. */
export function readWeb(folder: string): BuiltWeb | undefined {
  const web = jsonOf(join(folder, 'web.json'));
  if (!web) return undefined;
  const files = new Map(web.files.map((name) => [name, readForms(join(folder, name))]));
  return { ...web, read: (name) => files.get(name) };
}

function jsonOf(file: string): Web | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Web;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readForms(path: string): WebFile {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const type = TYPES[extension] ?? 'application/octet-stream';
  const bytes = readFileSync(path);
  return ['js', 'css', 'svg'].includes(extension)
    ? { type, bytes, br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) }
    : { type, bytes };
}
