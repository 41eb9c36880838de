import fc from 'fast-check';
import type { Json } from './http.ts';

/*
 * Requests that nobody should send, made from the description of those that everybody may send.
 */

const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0085',
  '\n',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\udc00a',
  '🚌'.repeat(200),
  'é',
  'e\u0301',
  '\u202e',
  '\ufeff',
  'İ',
  'ß',
  'नेपाल',
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_%',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  '1.5',
  '1e999',
  '٣',
  '0x10',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'a'.repeat(10_000),
  'a@b.c',
  'A@B.C',
  'a@b@c.d',
  'a,b@c.de',
  '"a b"@c.de',
  'x@[127.0.0.1]',
  '9812345678',
  '2026-02-30',
  '2026-11-21',
  '0000-00-00',
  '+275760-09-13',
];
const NASTY_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  1e21,
  1e308,
  -1e308,
  5e-324,
];

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NASTY_NUMBERS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { a: 1 },
      [{}],
      Array(300).fill('A1'),
      { length: 7 },
      { toString: 1, valueOf: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** What is there to be asked for, by the name of the parameter or property. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** A value as a schema of the document describes it, often with something in it that is not. */
export function valueOf(schema: Json, name: string, known: Known): fc.Arbitrary<unknown> {
  const fitting = known[name] ? fc.constantFrom(...known[name]) : plausible(schema, known);
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 3, arbitrary: nastyValue });
}

function plausible(schema: Json, known: Known): fc.Arbitrary<unknown> {
  const [type] = [schema.type].flat() as readonly (string | undefined)[];
  if (type === 'object') return objectOf(schema, known);
  if (type === 'array') return fc.array(valueOf(schema.items, 'item', known), { maxLength: 8 });
  if (type === 'integer') return fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer());
  if (type === 'boolean') return fc.boolean();
  return schema.examples ? fc.constantFrom(...(schema.examples as readonly unknown[])) : nastyText;
}

function objectOf({ properties = {} }: Json, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, schema]) => [name, valueOf(schema, name, known)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

/** A body as it is sent. */
export function bodyOf(schema: Json, known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: objectOf(schema, known).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: nastyValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '{"a":}',
        'null',
        '[]',
        '{"__proto__":{"x":1}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '['.repeat(5_000),
        '{"a":1e999}',
        '\u0000',
        '{"a":"\\ud800"}',
      ),
    },
  );
}

/** A piece of a path, encoded already. */
export const pathPiece = (known: readonly unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known).map(String) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '0',
        '-1',
        '1.5',
        '1e3',
        'abc',
        '2147483647',
        '2147483648',
        '99999999999999999999',
        '%00',
        '%ff',
        '%',
        '%ZZ',
        '%F0%9F%9A%8C',
        '1%20',
        '%31',
        'null',
        "1'--",
        '__proto__',
        '+1',
        '%D9%A1',
      ),
    },
  );

/** A query string. */
export function queryOf(parameters: readonly Json[], known: Known): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema, example }) =>
    fc.option(
      valueOf({ ...schema, examples: example === undefined ? undefined : [example] }, name, known).map(
        (value) => `${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
      ),
    ),
  );
  const odd = fc.option(
    fc.constantFrom(
      'x=1',
      '%',
      '%=%',
      '&&',
      '=',
      '__proto__=1',
      'a[]=1',
      'a[b]=1',
      ...parameters.map(({ name }) => `${name}=1&${name}=2`),
    ),
    { freq: 9 },
  );
  return fc.tuple(odd, ...pairs).map((parts) => parts.filter((part) => part !== null).join('&'));
}

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).slice(0, 6_000);

/** A header's value: what fetch lets through. */
export const headerValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a', 'key-1', 'key-2', '', ' ', 'a b', '"', '\u00e9', '~'.repeat(255), '~'.repeat(256)),
  fc.string({
    unit: fc
      .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
      .map((code) => String.fromCharCode(code)),
    maxLength: 20,
  }),
);
