import { cut } from '../kernel/text.ts';

/** The largest file that is accepted. */
export const DOCUMENT_LIMIT_BYTES = 8 * 1024 * 1024;

/** The first bytes of each file type, and its file name endings. */
const KINDS = {
  'application/pdf': { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], endings: ['.pdf'] },
  'image/jpeg': { begins: [0xff, 0xd8, 0xff], endings: ['.jpg', '.jpeg', '.jpe', '.jfif'] },
  'image/png': { begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], endings: ['.png'] },
} as const;

export type FileType = keyof typeof KINDS;
export const FILE_TYPES = Object.keys(KINDS) as readonly FileType[];

/**
 * The type of a file by its first bytes, whatever its name; undefined if not accepted. PDF readers tolerate other bytes
 * before the header, which lets one file pass for two types. This function does not.
 */
export const fileTypeOf = (content: Uint8Array): FileType | undefined =>
  FILE_TYPES.find((type) => KINDS[type].begins.every((byte, index) => content[index] === byte));

const LONGEST_NAME = 150;
/** Control characters, lone surrogates, and characters that reverse the text direction and so disguise a name. */
const NOT_SHOWN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** A file's name for display, without folders and invisible characters. */
export function displayName(given: string, type: FileType): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const shown = cut(base.replace(NOT_SHOWN, '').normalize('NFC').trim(), LONGEST_NAME).trim();
  return shown === '' ? `document${KINDS[type].endings[0]}` : shown;
}

/** The name for downloads. The ending fits the type, so that the file opens as what it is. */
export const downloadName = (name: string, type: FileType): string =>
  KINDS[type].endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${KINDS[type].endings[0]}`;
