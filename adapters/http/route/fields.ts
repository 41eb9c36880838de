import { type SchemaOptions, type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { type BookingId, type TripId, LARGEST_ID, isId } from '../../../core/kernel/ids.ts';
import { isDay, isTimeOfDay } from '../../../core/kernel/calendar.ts';
import { type Instant, parseMoment, toIso } from '../../../core/kernel/time.ts';

/*
 * The building blocks of request and response schemas. A schema is plain JSON Schema. Ajv and fast-json-stringify are
 * compiled from it, and the OpenAPI document is printed from it. The keyword `text` (validate.ts) normalises what
 * people type.
 */

export interface TextRules {
  /** Whether blanks around the text are removed. False for passwords, in which blanks count. */
  readonly trim: boolean;
  /** Whether nothing but blanks at both ends is changed, because the text is compared byte by byte. */
  readonly verbatim?: boolean;
  /** Whether the text is a name. A name without a letter or a digit counts as empty. */
  readonly isName?: boolean;
  /** Whether the text may contain newlines and tabs. */
  readonly lines: boolean;
  /** Whether null becomes the empty text. */
  readonly orEmpty?: boolean;
  /** Whether an invalid text becomes the empty text, which the core then judges. */
  readonly lenient?: boolean;
  /** The least length, in code points. Both bounds are inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** The check of a text, and a name for valid texts. The name ends the message «… must be». */
  readonly kind?: { readonly fits: (text: string) => boolean; readonly name: string };
}

const textOf = (rules: TextRules, options: SchemaOptions): TUnsafe<string> =>
  Type.Unsafe<string>({
    type: ['string', 'number', 'boolean', 'null'],
    text: { ...rules, orEmpty: true },
    default: '',
    ...options,
  });

/**
 * Text that a person types. Numbers and booleans become text, blanks at both ends are removed, and Unicode is
 * normalised to NFC. Controls of the reading direction are removed. A missing text becomes the empty text.
 */
export const text = (options: SchemaOptions = {}) => textOf({ trim: true, lines: false }, options);

/** The name of a person, a company or a thing. A name without a letter or a digit becomes the empty text. */
export const nameText = (options: SchemaOptions = {}) => textOf({ trim: true, lines: false, isName: true }, options);

/** Text that may have several lines. */
export const lines = (options: SchemaOptions = {}) => textOf({ trim: true, lines: true }, options);

/** A password. Blanks at both ends are kept. */
export const password = (options: SchemaOptions = {}) =>
  textOf({ trim: false, lines: false }, { format: 'password', ...options });

/** A text that the core checks later, or never. An invalid value becomes the empty text, so the schema refuses none. */
export const judgedLater = (schema: TUnsafe<string>): TUnsafe<string> => {
  const { type, text: rules } = schema as unknown as { readonly type: readonly string[]; readonly text: TextRules };
  return Type.Unsafe<string>({ ...schema, type: [...type, 'object', 'array'], text: { ...rules, lenient: true } });
};

/** A required text. A missing text and null are errors. */
const strict = <Value extends string>(rules: Partial<TextRules>, options: SchemaOptions): TUnsafe<Value> =>
  Type.Unsafe<Value>({
    type: ['string', 'number', 'boolean'],
    text: { trim: true, lines: false, ...rules },
    ...options,
  });

/** A text in an array, where null is an error. */
export const item = (options: SchemaOptions = {}) => strict<string>({}, options);

/** A required text that names something of the caller's own. It is trimmed, and otherwise kept byte by byte. */
export const verbatim = (options: SchemaOptions = {}) => strict<string>({ verbatim: true }, options);

/** A name in an array, where null is an error. */
export const itemName = (options: SchemaOptions = {}) => strict<string>({ isName: true }, options);

interface Lengths {
  /** The least length. 1 by default. */
  readonly min?: number;
  readonly max: number;
}

const shownLengths = ({ min = 1, max }: Lengths) => ({ shown: { minLength: min, maxLength: max } });

/** A text with bounds on its length. */
export const sized = (lengths: Lengths, options: SchemaOptions = {}) =>
  strict<string>({ min: 1, ...lengths }, { ...shownLengths(lengths), ...options });

/** A text with bounds on its length that is trimmed, and otherwise kept byte by byte. */
export const sizedVerbatim = (lengths: Lengths, options: SchemaOptions = {}) =>
  strict<string>({ min: 1, ...lengths, verbatim: true }, { ...shownLengths(lengths), ...options });

/** A required name with bounds on its length. A name without a letter or a digit is empty. */
export const sizedName = (lengths: Lengths, options: SchemaOptions = {}) =>
  strict<string>({ min: 1, ...lengths, isName: true }, { ...shownLengths(lengths), ...options });

/** A text with bounds on its length, which may have several lines. */
export const sizedLines = (lengths: Lengths, options: SchemaOptions = {}) =>
  strict<string>({ min: 1, ...lengths, lines: true }, { ...shownLengths(lengths), ...options });

/** A text that matches a pattern. `name` ends the message «… must be». */
export const matching = (pattern: RegExp, name: string, options: SchemaOptions = {}) =>
  strict<string>(
    { kind: { fits: (given) => pattern.test(given), name } },
    { shown: { pattern: pattern.source }, ...options },
  );

/** A text that must be one of several fixed words. */
export const choice = <Value extends string>(values: readonly Value[], options: SchemaOptions = {}) =>
  strict<Value>(
    { kind: { fits: (given) => values.includes(given as Value), name: `one of ${values.join(', ')}` } },
    { shown: { enum: values }, ...options },
  );

/** A local day, `YYYY-MM-DD`. */
export const day = (options: SchemaOptions = {}) =>
  strict<string>({ kind: { fits: isDay, name: 'a day as YYYY-MM-DD' } }, { format: 'date', ...options });

/** A moment in a request. */
export const wantedMoment = (options: SchemaOptions = {}) =>
  strict<string>(
    {
      kind: {
        fits: (given) => parseMoment(given) !== undefined,
        name: 'a moment in ISO 8601 with its offset from UTC, such as 2026-12-01T01:15:00Z',
      },
    },
    { format: 'date-time', ...options },
  );

/** Parses a text that `wantedMoment` has accepted. */
export function momentOf(text: string): Instant {
  const at = parseMoment(text);
  if (at === undefined) throw new RangeError(`${text} is no moment`);
  return at;
}

/** A local time of day, `HH:MM`. */
export const timeOfDay = (options: SchemaOptions = {}) =>
  strict<string>({ kind: { fits: isTimeOfDay, name: 'a time as HH:MM' } }, options);

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

export const whole = (bounds: Bounds, options: SchemaOptions = {}) => Type.Integer({ ...bounds, ...options });

/** A number with at most two decimals, such as an amount in rupees or a percentage. */
export const decimal = (bounds: Bounds, options: SchemaOptions = {}) =>
  Type.Number({ ...bounds, decimals: 2, shown: { multipleOf: 0.01 }, ...options });

/**
 * A field that can be null, which clears it. The schema lists all types in one place, so that a wrong value has only
 * one fault.
 */
export const orNull = <Schema extends TSchema>(schema: Schema): TUnsafe<Schema['static'] | null> => {
  const { type, shown } = schema as {
    type?: string | readonly string[];
    shown?: { readonly enum?: readonly string[] };
  };
  return type === undefined
    ? nullable(schema)
    : Type.Unsafe({
        ...schema,
        type: [...[type].flat(), 'null'],
        ...(shown?.enum && { shown: { ...shown, enum: [...shown.enum, null] } }),
      });
};

/**
 * An id in a path, typed as `id<TripId>()`. Any other text than an integer from 1 to 2^31 − 1 is answered 404 before
 * the handler runs.
 */
export const id = <Id extends number = number>(options: SchemaOptions = {}) =>
  Type.Unsafe<Id>(Type.Integer({ minimum: 1, maximum: LARGEST_ID, ...options }));

/** The path of a trip, or of something that belongs to it. */
export const tripPath = Type.Object({ id: id<TripId>({ description: 'Identifies the trip.' }) });

/** The path of a booking, or of something that belongs to it. */
export const bookingPath = Type.Object({ id: id<BookingId>({ description: 'Identifies the booking.' }) });

/** An id in a body. An id that is too large is unknown to the core, not invalid. `keyOf` prepares it for a query. */
export const givenId = (options: SchemaOptions = {}) => Type.Integer({ minimum: 1, ...options });

/** A key that no row has. */
const NO_KEY = 0;

/** Prepares an id from a body for a query. An id that is too large for Postgres becomes NO_KEY. */
export const keyOf = <Id extends number>(given: number): Id => (isId(given) ? given : NO_KEY) as Id;

/** A moment in a response. */
export const moment = (options: SchemaOptions = {}) =>
  Type.String({
    format: 'date-time',
    examples: ['2026-11-20T04:15:00.000Z'],
    description: 'Gives the moment, in ISO 8601 and UTC.',
    ...options,
  });

/** The moment at which the described object was made, in a response. */
export const creationMoment = () => moment({ description: 'Tells when this was made, in ISO 8601 and UTC.' });

/** The departure of a trip, or of a section of it, in a response. */
export const departureMoment = (options: SchemaOptions = {}) =>
  moment({ description: 'Tells when the bus departs, as planned, in ISO 8601 and UTC.', ...options });

/** The arrival of a trip, or of a section of it, in a response. */
export const arrivalMoment = (options: SchemaOptions = {}) =>
  moment({ description: 'Tells when the bus arrives, as planned, in ISO 8601 and UTC.', ...options });

/** An e-mail address in a response. */
export const emailAddress = (options: SchemaOptions = {}) =>
  Type.String({ format: 'email', examples: ['asha@example.com'], ...options });

/**
 * A placeholder in examples. The documentation shows tomorrow's date instead, because a search for a past day finds
 * nothing.
 */
export const TOMORROW = '{tomorrow}';

/** An amount in a response: rupees, with at most two decimals. */
export const rupees = (options: SchemaOptions = {}) =>
  Type.Number({ description: 'Gives the amount in NPR.', examples: [1200, 1200.5], ...options });

/**
 * Allows null beside the schema. A plain type becomes a list of types, which the serializer writes faster than `anyOf`.
 */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Schema['static'] | null> {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] };
  return typeof type === 'string' && type !== 'object' && type !== 'array'
    ? Type.Unsafe({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
    : Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
}

/** An object in one of several forms. The property `by` has another value in each form, which tells the forms apart. */
export const oneOf = <Choices extends readonly TObject[]>(
  by: string,
  choices: readonly [...Choices],
  options: SchemaOptions = {},
): TUnsafe<Static<Choices[number]>> => Type.Unsafe({ oneOf: choices, by, ...options });

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** A field that is always true, such as `sent`. */
export const yes = (description = 'Confirms that it was done, and is always true.') =>
  Type.Boolean({ const: true, description });
