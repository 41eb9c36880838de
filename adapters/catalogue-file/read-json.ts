import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';

// The package's main file is UMD, which an ES module and the transformed tests would have to import differently.
const jsonc = createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc;

/** The parsed JSON or a fault. A fault completes the sentence `The file …`, such as `The file is not in UTF-8`. */
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

/**
 * Finds the first mistake in the file. JSON.parse seldom says where the mistake is, and quotes the file, which may hold
 * passwords.
 */
function placeOf(text: string): string {
  const errors: Jsonc.ParseError[] = [];
  jsonc.parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return '';
  const lines = text.slice(0, first.offset).split('\n');
  const what = jsonc
    .printParseErrorCode(first.error)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
  return `: ${what} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
