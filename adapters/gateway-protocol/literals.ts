import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';

// The package's main file is UMD, which an ES module and the transformed tests would have to import differently.
const jsonc = createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc;

/** A plain value of a JSON object: text, number, true, false or null. */
export interface Literal {
  /**
   * The literal as written, which eSewa signs. A string keeps its escapes but not its quotes. A number keeps all its
   * zeros.
   */
  readonly raw: string;
  /** The literal's value: a string with its escapes resolved; empty for null. */
  readonly text: string;
}

/**
 * Reads the plain values of a JSON object by name. If a name is repeated, its last value counts. Undefined if the text
 * is not an object.
 */
export function readLiterals(text: string): ReadonlyMap<string, Literal> | undefined {
  const members = membersOf(text);
  if (!members) return undefined;
  const literals = new Map<string, Literal>();
  for (const { children: [name, value] = [] } of members) {
    if (!name || !value) continue;
    if (isPlain(value)) literals.set(name.value as string, literal(value, text));
    else literals.delete(name.value as string);
  }
  return literals;
}

function literal({ type, value, offset, length }: Jsonc.Node, text: string): Literal {
  const raw = text.slice(offset, offset + length);
  return type === 'string'
    ? { raw: raw.slice(1, -1), text: value as string }
    : { raw, text: type === 'null' ? '' : raw };
}

const isPlain = ({ type }: Jsonc.Node): boolean => type !== 'object' && type !== 'array';

/** The names and values of a JSON object, with their positions. Accepts only strict JSON with limited nesting. */
function membersOf(text: string): readonly Jsonc.Node[] | undefined {
  try {
    JSON.parse(text);
    const root = jsonc.parseTree(text);
    return root?.type === 'object' ? (root.children ?? []) : undefined;
  } catch {
    return undefined;
  }
}
