/** The first `limit` code points: a character outside the basic plane is never split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return Array.from(text).slice(0, limit).join('');
}

/** Length in code points. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Text as it is compared when case does not matter: the same in every database, since no database is asked. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

/** How many bytes a code point takes in UTF-8. */
const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** As many of the first code points as fit into `limit` bytes of UTF-8. */
export function cutBytes(text: string, limit: number): string {
  // No code unit takes more than three bytes.
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
const CONTROL_IN_LINES = /[^\P{Cc}\n\t]/u;
const LONE_SURROGATE = /\p{Cs}/u;

/** What no text may hold, in words that complete «…must not contain»; newline and tab may stand in `lines`. Undefined when all is well. */
export function forbiddenIn(text: string, lines = false): string | undefined {
  if ((lines ? CONTROL_IN_LINES : CONTROL).test(text)) return 'control characters';
  return LONE_SURROGATE.test(text) ? 'half a character (a lone surrogate)' : undefined;
}
