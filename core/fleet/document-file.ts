import { cut } from '../kernel/text.ts';

/** At most so much is taken of one file. */
export const DOCUMENT_LIMIT_BYTES = 8 * 1024 * 1024;

/** How the files of each type begin, and how their names end. */
const KINDS = {
  'application/pdf': { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], endings: ['.pdf'] },
  'image/jpeg': { begins: [0xff, 0xd8, 0xff], endings: ['.jpg', '.jpeg', '.jpe', '.jfif'] },
  'image/png': { begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], endings: ['.png'] },
} as const;

export type FileType = keyof typeof KINDS;
export const FILE_TYPES = Object.keys(KINDS) as readonly FileType[];

/**
 * What a file is by its very first bytes, whatever it is called; undefined for what a document can't be. Readers of PDF
 * forgive other bytes before its header, which is how one file passes for two: this does not.
 */
export const fileTypeOf = (content: Uint8Array): FileType | undefined =>
  FILE_TYPES.find((type) => KINDS[type].begins.every((byte, index) => content[index] === byte));

const LONGEST_NAME = 150;
/** Control characters; half characters; and what turns the direction of text around, and so the look of a name. */
const NOT_SHOWN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** The name of a file as people read it: without folders, and without what can't be shown. */
export function displayName(given: string, type: FileType): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const shown = cut(base.replace(NOT_SHOWN, '').normalize('NFC').trim(), LONGEST_NAME).trim();
  return shown === '' ? `document${KINDS[type].endings[0]}` : shown;
}

/** The name under which it is downloaded: it ends as the type demands, so that a file is opened as what it is. */
export const downloadName = (name: string, type: FileType): string =>
  KINDS[type].endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${KINDS[type].endings[0]}`;
