import type { TSchema } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, KeywordDefinition, SchemaValidateFunction } from 'ajv';
import { type Fault, invalid } from '../../../core/kernel/refusal.ts';
import { forbiddenIn, lengthOf, nameIn, shownIn, withoutDirection } from '../../../core/kernel/text.ts';
import type { TextRules } from './fields.ts';
import { onFirstUse } from './on-first-use.ts';

type Written = string | number | boolean | null;

function normalise(data: Written, { trim, verbatim, lines, isName }: TextRules): string {
  if (verbatim) return String(data ?? '').trim();
  const given = String(data ?? '');
  // Controls are dropped first, because letters and marks on both sides of one are composed then.
  const normal = (trim ? withoutDirection(given) : given).normalize('NFC');
  const joined = lines ? normal.replace(/\r\n?/g, '\n') : normal;
  if (!trim) return joined;
  const text = shownIn(joined.trim());
  return isName ? nameIn(text) : text;
}

const shapeText: SchemaValidateFunction = (rules: TextRules, data: Written | object, _schema, context) => {
  const isText = typeof data !== 'object' || data === null;
  // Ajv runs this check even if the type is wrong. The type check has its own message, so this check then reports
  // nothing.
  if ((!isText && !rules.lenient) || (data === null && !rules.orEmpty)) return true;
  const normal = isText ? normalise(data, rules) : '';
  const message = faultIn(normal, rules);
  if (message !== undefined && !rules.lenient) {
    shapeText.errors = [{ keyword: 'text', message, params: {} }];
    return false;
  }
  const shaped = message === undefined ? normal : '';
  if (context) Reflect.set(context.parentData, context.parentDataProperty, shaped);
  return true;
};

function faultIn(text: string, { lines, min = 0, max = Infinity, kind }: TextRules): string | undefined {
  const forbidden = forbiddenIn(text, lines);
  if (forbidden !== undefined) return `must not contain ${forbidden}`;
  const length = lengthOf(text);
  if (length === 0 && min > 0) return 'must not be empty';
  if (length < min) return `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters`;
  return kind && !kind.fits(text) ? `must be ${kind.name}` : undefined;
}

const textKeyword: KeywordDefinition = { keyword: 'text', modifying: true, errors: true, validate: shapeText };

/**
 * Formats are only documented, not checked. The core decides whether a text is a day or an e-mail address, after its
 * other checks.
 */
const ajv = new Ajv2020({
  allErrors: true,
  // Makes errors contain the limit that was exceeded.
  verbose: true,
  useDefaults: true,
  allowUnionTypes: true,
  strict: true,
  // Schemas are not validated at start, because compiling the metaschema takes 45 ms. A test validates every schema.
  validateSchema: false,
  formats: { password: true, email: true, date: true, 'date-time': true },
});
ajv.addKeyword(textKeyword);
ajv.addKeyword({
  keyword: 'decimals',
  type: 'number',
  schemaType: 'number',
  validate: (places: number, value: number) => Number(value.toFixed(places)) === value,
});
// The keyword `needed` is only documented, not checked. The core decides whether a field may be empty, and which values
// are valid.
ajv.addKeyword({ keyword: 'needed', schemaType: 'boolean' });
ajv.addKeyword({ keyword: 'shown', schemaType: 'object' });

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const WORDS: Readonly<Record<string, (limit: number) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a field of this request',
  minimum: (least) => `must be at least ${least}`,
  maximum: (most) => `must be at most ${most}`,
  minItems: (least) => `must have at least ${least} entries`,
  maxItems: (most) => `must have at most ${most} entries`,
  decimals: (most) => `must have at most ${most} decimals`,
};

/** Rewrites frequent validator errors in plain words. The result never contains the value, which may be a password. */
function messageOf({ keyword, params, message = 'is not valid', schema }: ErrorObject): string {
  if (keyword !== 'type') return WORDS[keyword]?.(schema as number) ?? message;
  const types = [(params as { type: string | readonly string[] }).type].flat();
  // Numbers and booleans are accepted as text too, but the message does not mention it.
  return `must be ${types.includes('string') ? 'text' : types.map((type) => EXPECTED[type] ?? type).join(' or ')}`;
}

/**
 * Names the field of an error: `/passengers/0/name` becomes `passengers[0].name`. A missing or unknown property is
 * named in the same way.
 */
function faultOf(error: ErrorObject): Fault {
  const path = error.instancePath
    .slice(1)
    .split('/')
    .filter((step) => step !== '');
  const { missingProperty, additionalProperty } = error.params as {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
  };
  const named = [missingProperty ?? additionalProperty ?? []].flat();
  const field = [...path, ...named].join('.').replace(/\.(\d+)(?![^.])/g, '[$1]');
  return { field, message: messageOf(error) };
}

/** The most faults that are reported for one request. */
const MAX_FAULTS = 20;

/**
 * Normalises a value in place, as its schema says. If the value is invalid, throws a validation error that lists the
 * faults.
 */
export type Shape = (value: unknown) => void;

/**
 * Makes the function that normalises values by a schema. The schema is compiled for the first value, because compiling
 * all schemas takes a quarter of the start-up time.
 */
export function shapeOf(schema: TSchema): Shape {
  const compiled = onFirstUse(() => ajv.compile(schema));
  return (value) => {
    const validate = compiled();
    if (validate(value)) return;
    const faults = (validate.errors ?? []).slice(0, MAX_FAULTS).map(faultOf);
    const [first] = faults;
    throw invalid(first ? `${first.field} ${first.message}.`.trim() : 'The request is not valid.', ...faults);
  };
}
