import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js';
import type { Fault } from '../../core/kernel/refusal.ts';
import type { CatalogueFile, ReadCatalogue } from '../../core/catalogue/catalogue-file.ts';
import { addKeywords } from './keywords.ts';
import { readJson } from './read-json.ts';
import { draftOf } from './rows.ts';
import { type CatalogueDocument, catalogueSchema } from './schema.ts';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true });
addKeywords(ajv);
const validate = ajv.compile<CatalogueDocument>(catalogueSchema);

/**
 * Reads a catalogue file. Returns all faults of the file and the rows that could be read. An empty pointer means the
 * whole file.
 */
export function readCatalogue(bytes: Uint8Array): ReadCatalogue {
  const json = readJson(bytes);
  if ('fault' in json)
    return { draft: draftOf({}), faults: [{ field: '', message: `The file ${json.fault}` }], file: undefined };
  const document = { value: json.value };
  validate(document.value);
  const errors = withoutFollowUps(validate.errors ?? []);
  for (const { keyword, instancePath } of errors) if (!OF_A_FIELD.has(keyword)) remove(document, instancePath);
  // All values of a wrong type are removed by now. Without faults, the draft is the whole document.
  const draft = draftOf(document.value ?? {});
  return { draft, faults: errors.map(faultOf), file: errors.length === 0 ? (draft as CatalogueFile) : undefined };
}

/** Drops every other error about a value whose type is wrong. */
function withoutFollowUps(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath));
}

/** Keywords that Ajv reports for an object, although the fault is in one of its fields. */
const OF_A_FIELD = new Set(['required', 'additionalProperties', 'times']);

/**
 * Removes the value at a pointer, so that the rest of the document has the schema's types. Does nothing if the value is
 * already gone.
 */
function remove(document: { value: unknown }, pointer: string): void {
  const steps = [
    'value',
    ...pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  ];
  const last = steps.pop() ?? '';
  let node: unknown = document;
  for (const step of steps) node = isNode(node) ? Reflect.get(node, step) : undefined;
  if (isNode(node)) Reflect.set(node, last, undefined);
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

interface Details {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly type?: string | readonly string[];
  readonly allowedValues?: readonly string[];
  readonly limit?: number;
  readonly beside?: string;
}

/** Rewrites a validator error in plain words. The result never contains the value, which may be a password. */
function faultOf({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Fault {
  const { missingProperty, additionalProperty, type = '', allowedValues = [], limit = 0, beside } = params as Details;
  const here = (text: string): Fault => ({ field: instancePath, message: text });
  switch (keyword) {
    case 'required':
      return { field: `${instancePath}/${step(missingProperty)}`, message: 'is missing' };
    case 'additionalProperties':
      return { field: `${instancePath}/${step(additionalProperty)}`, message: 'is not known here' };
    case 'times':
      return { field: `${instancePath}/${step(beside)}`, message };
    case 'type':
      return here(
        `must be ${[type]
          .flat()
          .map((name) => EXPECTED[name] ?? name)
          .join(' or ')}`,
      );
    case 'enum':
      return here(`must be one of ${allowedValues.join(', ')}`);
    case 'minimum':
      return here(`must be at least ${limit}`);
    case 'maximum':
      return here(`must be at most ${limit}`);
    case 'minItems':
      return here('must not be empty');
    default:
      return here(message);
  }
}

/** Writes a name as a step of a JSON pointer (RFC 6901), without line breaks. */
const step = (name = ''): string =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
