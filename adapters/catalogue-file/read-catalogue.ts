import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from '../../core/kernel/refusal.ts';
import type { CatalogueFile, ReadCatalogue } from '../../core/trips/catalogue-file.ts';
import { addKeywords } from './keywords.ts';
import { readJson } from './read-json.ts';
import { draftOf } from './rows.ts';
import { catalogueSchema } from './schema.ts';
import type { CatalogueDocument } from './schema.ts';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true });
addKeywords(ajv);
const validate = ajv.compile<CatalogueDocument>(catalogueSchema);

/** Reads a catalogue file: every fault in it, and what can be made out all the same. The pointer to the whole file is the empty text. */
export function readCatalogue(bytes: Uint8Array): ReadCatalogue {
  const json = readJson(bytes);
  if ('fault' in json) return { draft: draftOf({}), faults: [{ field: '', message: `The file ${json.fault}` }], file: undefined };
  const document = { value: json.value };
  validate(document.value);
  const errors = plainest(validate.errors ?? []);
  for (const { keyword, instancePath } of errors) if (!OF_A_FIELD.has(keyword)) takeOut(document, instancePath);
  // What is left is of the schema's types; and of a document without faults everything is left.
  const draft = draftOf((document.value ?? {}));
  return { draft, faults: errors.map(faultOf), file: errors.length === 0 ? draft as CatalogueFile : undefined };
}

/** A value of the wrong type is told so, and nothing more. */
function plainest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath));
}

/** Faults that are told of an object and mean a field of it. */
const OF_A_FIELD = new Set(['required', 'additionalProperties', 'times']);

/** Removes what a pointer leads to, unless it was removed with something around it: what stays is of the schema's types. */
function takeOut(document: { value: unknown }, pointer: string): void {
  const steps = ['value', ...pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))];
  const last = steps.pop() ?? '';
  let node: unknown = document;
  for (const step of steps) node = isNode(node) ? Reflect.get(node, step) : undefined;
  if (isNode(node)) Reflect.set(node, last, undefined);
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text', integer: 'a whole number', number: 'a number', boolean: 'true or false', array: 'a list', object: 'an object', null: 'null',
};

interface Details {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly type?: string | readonly string[];
  readonly allowedValues?: readonly string[];
  readonly limit?: number;
  readonly beside?: string;
}

/** The words of the validator, made plainer. Never the value itself: it may be a password. */
function faultOf({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Fault {
  const { missingProperty, additionalProperty, type = '', allowedValues = [], limit = 0, beside } = params as Details;
  const here = (text: string): Fault => ({ field: instancePath, message: text });
  switch (keyword) {
    case 'required': return { field: `${instancePath}/${step(missingProperty)}`, message: 'is missing' };
    case 'additionalProperties': return { field: `${instancePath}/${step(additionalProperty)}`, message: 'is not known here' };
    case 'times': return { field: `${instancePath}/${step(beside)}`, message };
    case 'type': return here(`must be ${[type].flat().map((name) => EXPECTED[name] ?? name).join(' or ')}`);
    case 'enum': return here(`must be one of ${allowedValues.join(', ')}`);
    case 'minimum': return here(`must be at least ${limit}`);
    case 'maximum': return here(`must be at most ${limit}`);
    case 'minItems': return here('must not be empty');
    default: return here(message);
  }
}

/** A name as a step of a JSON pointer (RFC 6901), on one line. */
const step = (name = ''): string => name.replace(/\p{Cc}+/gu, ' ').replaceAll('~', '~0').replaceAll('/', '~1');
