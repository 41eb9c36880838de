/** A plain value of a JSON object: text, number, true, false or null. */
export interface Literal {
  /** As it is written: a string without its quotes and with its escapes, a number with all its zeros. This is what eSewa signs. */
  readonly raw: string;
  /** What it says: a string without its escapes; empty for null. */
  readonly text: string;
}

/** Strings, punctuation, and words such as numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The plain values of a JSON object by name, each as it is written; undefined when the text is no JSON object. Of a name given twice the last counts. */
export function readLiterals(text: string): ReadonlyMap<string, Literal> | undefined {
  if (!isObject(text)) return undefined;
  const literals = new Map<string, Literal>();
  let depth = 0;
  let name: string | undefined;

  // The text is valid JSON: at the first level there is a name, then its value, then a comma.
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1 || token === ':') continue;
    else if (token === ',') name = undefined;
    else if (name === undefined) name = JSON.parse(token) as string;
    else literals.set(name, literal(token));
  }
  return literals;
}

const literal = (token: string): Literal =>
  token.startsWith('"') ? { raw: token.slice(1, -1), text: JSON.parse(token) as string } : { raw: token, text: token === 'null' ? '' : token };

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
