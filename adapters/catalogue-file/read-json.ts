import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';

// The package's main file is UMD: an import finds its functions in one way in an ES module and in another where tests are transformed.
const jsonc = createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc;

/** What the bytes say, or what is wrong with them, in words that follow «the file». */
export type Json = { readonly value: unknown } | { readonly fault: string };

export function readJson(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { fault: 'is not in UTF-8' };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: `is not valid JSON${placeOf(text)}` };
  }
}

/** Where the first mistake is. JSON.parse itself quotes the file, in which a password may stand, and seldom says where. */
function placeOf(text: string): string {
  const errors: Jsonc.ParseError[] = [];
  jsonc.parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return '';
  const lines = text.slice(0, first.offset).split('\n');
  const what = jsonc.printParseErrorCode(first.error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  return `: ${what} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
