import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The programs that the pages are: for passengers, for companies and administrators, for conductors. */
export const PROGRAMS = ['passenger', 'portal', 'conductor'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Names of files. */
export interface ProgramFiles {
  readonly script: string;
  /** All scripts, also those that are fetched when they are needed. */
  readonly scripts: readonly string[];
  /** Of the first page. */
  readonly styles: readonly string[];
  /** Of all other pages: fetched with the first of them. */
  readonly laterStyles: readonly string[];
  /** Scripts that the first one imports. */
  readonly preloads: readonly string[];
}

/** What a build of the pages consists of: its web.json. */
export interface Web {
  /** Of the sources that it was built from. */
  readonly digest: string;
  readonly programs: Readonly<Record<Program, ProgramFiles>>;
  readonly serviceWorkers: Readonly<Record<'conductor' | 'passenger', string>>;
  readonly icons: { readonly svg: string; readonly small: string; readonly large: string };
  /** Fonts of a page in English. */
  readonly firstFonts: readonly string[];
  readonly files: readonly string[];
}

/** A file as it is sent. Fonts and pictures have no other form. */
export interface WebFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** A build of the pages in memory: files of a later build, or none, do not matter to it. */
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

/** Reads what was built into a folder; undefined when nothing was. */
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
