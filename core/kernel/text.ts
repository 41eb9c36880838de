import { withoutInvisible } from './folding.ts';

/** The first `limit` code points of a text. Surrogate pairs are never split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return Array.from(text).slice(0, limit).join('');
}

/** The length of a text in code points. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The length of a code point in UTF-8. */
const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** The beginning of a text that fits into `limit` bytes of UTF-8. */
export function cutBytes(text: string, limit: number): string {
  // A quick check: a UTF-16 code unit never takes more than three bytes of UTF-8.
  if (text.length * 3 <= limit) return text;
  let [size, end] = [0, 0];
  for (const character of text) {
    size += bytesOf(character);
    if (size > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

const CONTROL = /\p{Cc}/u;
const CONTROLS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\s]+/gu;
const CONTROL_IN_LINES = /[^\P{Cc}\n\t]/u;
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Names the kind of forbidden characters in a text, to complete «… must not contain». Undefined if the text has none.
 * `lines` allows newlines and tabs.
 */
export function forbiddenIn(text: string, lines = false): string | undefined {
  if ((lines ? CONTROL_IN_LINES : CONTROL).test(text)) return 'control characters';
  return LONE_SURROGATE.test(text) ? 'half a character (a lone surrogate)' : undefined;
}

/**
 * Turns text from another system into one line for people. Each run of spaces, line breaks, control characters and
 * marks that turn the reading direction becomes one space.
 */
export const oneLineOf = (text: string): string => text.replace(CONTROLS, ' ').trim();

const DIRECTION = /[\u202A-\u202E\u2066-\u2069]+/gu;

/** Drops the controls that turn the reading direction, because they can make a text look like another. */
export const withoutDirection = (text: string): string => text.replace(DIRECTION, '');

/** A text, or the empty text if the text shows nothing. */
export const shownIn = (text: string): string => (withoutInvisible(text).trim() === '' ? '' : text);

/**
 * A name, or the empty text if the name has neither a letter nor a digit. Letters that show nothing do not count, such
 * as the Hangul filler.
 */
export const nameIn = (text: string): string => (/[\p{L}\p{N}]/u.test(withoutInvisible(text)) ? text : '');

/** The languages in which the service writes to people. */
export const LANGUAGES = ['en', 'ne'] as const;

export type Language = (typeof LANGUAGES)[number];
