import fc from 'fast-check';
import type { Json } from './http.ts';

/** Hostile requests, derived from the OpenAPI document. */

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
  '=1+1',
  '\ufffd',
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

/** Values that exist in the service, by the name of the parameter or property. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** A random value for a schema, often with an invalid part. */
export function valueOf(schema: Json, name: string, known: Known): fc.Arbitrary<unknown> {
  const isPlain = !/array|object/.test(String(schema.type));
  const fitting = isPlain && known[name] ? fc.constantFrom(...known[name]) : plausible(schema, known);
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 1, arbitrary: nastyValue });
}

function plausible(schema: Json, known: Known): fc.Arbitrary<unknown> {
  const [type] = [schema.type].flat() as readonly (string | undefined)[];
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as readonly Json[]).map((one) => plausible(one, known)));
  if (schema.enum) return fc.constantFrom(...(schema.enum as readonly unknown[]));
  if (type === 'null') return fc.constant(null);
  if (schema.format === 'date') return fc.constantFrom(...DAYS);
  if (type === 'number') return fc.integer({ min: 0, max: 20_000 }).map((hundredths) => hundredths / 100);
  if (type === 'object') return objectOf(schema, known);
  if (type === 'array') return fc.array(valueOf(schema.items, 'item', known), { maxLength: 8 });
  if (type === 'integer') return fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.integer());
  if (type === 'boolean') return fc.boolean();
  return schema.examples ? fc.constantFrom(...(schema.examples as readonly unknown[])) : nastyText;
}

/** Days from long before to long after the trips of a test. */
const DAYS = ['2020-02-29', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2027-01-31', '2099-12-31'];

function objectOf({ properties = {}, required = [] }: Json, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, schema]) => [name, valueOf(schema, name, known)]),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(fields, { requiredKeys: required as readonly string[] as [] }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

/** A request's body as text, made for a schema. */
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

/** The fields of a form. Each request builds a new form, because fetch consumes it. */
export interface PlannedForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly { readonly field: string; readonly content: Uint8Array; readonly name: string }[];
}

const FILE_BEGINNINGS = ['%PDF-1.7\n', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'GIF89a', '<html>', ''];

const fileFor = (field: string): fc.Arbitrary<PlannedForm['files'][number]> =>
  fc.record({
    field: fc.oneof({ weight: 9, arbitrary: fc.constant(field) }, { weight: 1, arbitrary: fc.constant('other') }),
    content: fc
      .tuple(fc.constantFrom(...FILE_BEGINNINGS), fc.uint8Array({ maxLength: 40 }))
      .map(([beginning, rest]) => Buffer.concat([Buffer.from(beginning, 'latin1'), rest])),
    name: fc.oneof(fc.constantFrom('a.pdf', '', '../../b.png', 'बीमा.jpg', 'a".pdf', '.', 'a\\b'), nastyText),
  });

/** A random form for a schema, often with extra invalid fields. */
export function formOf({ properties }: Json, known: Known): fc.Arbitrary<PlannedForm> {
  const all = Object.entries(properties as Record<string, Json>);
  const fileField = all.find(([, { contentMediaType }]) => contentMediaType !== undefined)?.[0] ?? 'file';
  const fields = all
    .filter(([name]) => name !== fileField)
    .map(([name, schema]) =>
      fc
        .array(valueOf(schema, name, known), { minLength: 0, maxLength: 1 })
        .map((values) =>
          values.map((value) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
        ),
    );
  const odd = fc.constantFrom<PlannedForm['fields']>(
    [],
    [],
    [],
    [['__proto__', 'x']],
    [['a[5]', 'x']],
    [['', 'x']],
    [[fileField, 'x']],
  );
  return fc.record({
    fields: fc.tuple(odd, ...fields).map((parts) => parts.flat()),
    files: fc.oneof(
      { weight: 9, arbitrary: fc.tuple(fileFor(fileField)) },
      { weight: 1, arbitrary: fc.array(fileFor(fileField), { maxLength: 3 }) },
    ),
  });
}

export function formDataOf({ fields, files }: PlannedForm): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const { field, content, name } of files) form.append(field, new Blob([new Uint8Array(content)]), name);
  return form;
}

/** A URL-encoded piece of a path. */
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
      { freq: 1 },
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

/** A header value that fetch accepts. */
export const headerValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 500 }).map((number) => `key-${number}`) },
  fc.constantFrom('a', '', ' ', 'a b', '"', '\u00e9', '~'.repeat(255), '~'.repeat(256)),
  fc.string({
    unit: fc
      .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
      .map((code) => String.fromCharCode(code)),
    maxLength: 20,
  }),
);
