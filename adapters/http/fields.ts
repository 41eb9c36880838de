import { Type } from '@sinclair/typebox';
import type { SchemaOptions, TSchema, TUnsafe } from '@sinclair/typebox';
import { LARGEST_ID } from '../../core/kernel/ids.ts';
import { toIso } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';

/*
 * The words that request and answer schemas are made of. A schema is JSON Schema twice over: Ajv and fast-json-stringify run it,
 * the OpenAPI document prints it. The keyword `text` (see validate.ts) brings what people type into shape.
 */

export interface TextRules {
  /** Passwords keep their blanks. */
  readonly trim: boolean;
  /** Whether newline and tab may stand in it. */
  readonly lines: boolean;
}

const textOf = (rules: TextRules, options: SchemaOptions): TUnsafe<string> =>
  Type.Unsafe<string>({ type: ['string', 'number', 'boolean', 'null'], text: rules, default: '', ...options });

/** Text as people type it: numbers and booleans are converted, blanks around it cut off, Unicode normalised to NFC. Missing is empty. */
export const text = (options: SchemaOptions = {}) => textOf({ trim: true, lines: false }, options);

/** Text of several lines. */
export const lines = (options: SchemaOptions = {}) => textOf({ trim: true, lines: true }, options);

/** A secret, taken to the letter. */
export const password = (options: SchemaOptions = {}) => textOf({ trim: false, lines: false }, { format: 'password', ...options });

/** A text inside an array, where none may be missing. */
export const item = (options: SchemaOptions = {}) =>
  Type.Unsafe<string>({ type: ['string', 'number', 'boolean'], text: { trim: true, lines: false }, ...options });

/** A key in a path: anything but a positive integer up to 2^31 − 1 is a 404, decided before the handler runs. */
export const id = (options: SchemaOptions = {}) => Type.Integer({ minimum: 1, maximum: LARGEST_ID, ...options });

/** A moment in an answer. */
export const moment = (options: SchemaOptions = {}) => Type.String({ examples: ['2026-11-20T04:15:00.000Z'], description: 'ISO 8601, UTC', ...options });

/** An amount in an answer: rupees, at most two decimals. */
export const rupees = (options: SchemaOptions = {}) => Type.Number({ description: 'NPR', examples: [1200, 1200.5], ...options });

/** The same schema, or null. Plain types become a type list, which the serializer writes without looking twice. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Schema['static'] | null> {
  const { type } = schema as { type?: unknown };
  return typeof type === 'string' && type !== 'object' && type !== 'array'
    ? Type.Unsafe({ ...schema, type: [type, 'null'] })
    : Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
}

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** An acknowledgement in an answer. */
export const yes = () => Type.Boolean({ const: true, description: 'Always true.' });
