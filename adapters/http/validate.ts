import type { TSchema } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, KeywordDefinition, SchemaValidateFunction } from 'ajv';
import { invalid } from '../../core/kernel/refusal.ts';
import type { Fault } from '../../core/kernel/refusal.ts';
import { forbiddenIn } from '../../core/kernel/text.ts';
import type { TextRules } from './fields.ts';

type Written = string | number | boolean | null;

function shaping(data: Written, { trim, lines }: TextRules): string {
  const normal = (data === null ? '' : String(data)).normalize('NFC');
  const joined = lines ? normal.replace(/\r\n?/g, '\n') : normal;
  return trim ? joined.trim() : joined;
}

const shapeText: SchemaValidateFunction = (rules: TextRules, data: Written | object, _schema, context) => {
  // All faults are looked for, so this is asked even when the type is wrong, which another message tells.
  if (typeof data === 'object' && data !== null) return true;
  const shaped = shaping(data, rules);
  const forbidden = forbiddenIn(shaped, rules.lines);
  if (forbidden !== undefined) {
    shapeText.errors = [{ keyword: 'text', message: `must not contain ${forbidden}`, params: {} }];
    return false;
  }
  if (context) Reflect.set(context.parentData, context.parentDataProperty, shaped);
  return true;
};

const textKeyword: KeywordDefinition = { keyword: 'text', modifying: true, errors: true, validate: shapeText };

/** Documentation words that JSON Schema does not know. */
const ajv = new Ajv2020({ allErrors: true, useDefaults: true, allowUnionTypes: true, strict: true, formats: { password: true, binary: true } });
ajv.addKeyword(textKeyword);
// Only said in the document: whether it may be empty, and what it must be, is the core's to judge, in the order of its rules.
ajv.addKeyword({ keyword: 'needed', schemaType: 'boolean' });
ajv.addKeyword({ keyword: 'shown', schemaType: 'object' });

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text', integer: 'a whole number', number: 'a number', boolean: 'true or false', array: 'a list', object: 'an object', null: 'null',
};

/** The words of the validator, made plainer where people meet them most. Never the value itself: it may be a password. */
function messageOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword !== 'type') return message;
  const types = [(params as { type: string | readonly string[] }).type].flat();
  // What may be written as a number or true is text all the same.
  return `must be ${types.includes('string') ? 'text' : types.map((type) => EXPECTED[type] ?? type).join(' or ')}`;
}

/** `/passengers/0/name` is the field `passengers.0.name`; a missing property is the field it would have been. */
function faultOf(error: ErrorObject): Fault {
  const path = error.instancePath.slice(1).split('/').filter((step) => step !== '');
  const missing = error.keyword === 'required' ? [(error.params as { missingProperty: string }).missingProperty] : [];
  return { field: [...path, ...missing].join('.'), message: messageOf(error) };
}

/** At most so many faults are told of one request. */
const MOST_FAULTS = 20;

/** Brings a value into the schema's shape (it is changed in place) or throws a validation error that names every fault. */
export type Shape = (value: unknown) => void;

/** Compiles a schema, once, at start. */
export function shapeOf(schema: TSchema): Shape {
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return;
    const faults = (validate.errors ?? []).slice(0, MOST_FAULTS).map(faultOf);
    const [first] = faults;
    throw invalid(first ? `${first.field} ${first.message}.`.trim() : 'The request is not valid.', ...faults);
  };
}
