import { type SchemaOptions, Type } from '@sinclair/typebox';
import type { KeywordDefinition, SchemaValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { checkName, checkOperatorPassword, checkOperatorPhone } from '../../core/accounts/account.ts';
import { checkOperatorEmail, normalEmail } from '../../core/accounts/email-address.ts';
import { isDay } from '../../core/kernel/calendar.ts';
import { type Paisa, parseRupees } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { forbiddenIn, lengthOf, nameIn, shownIn, withoutDirection } from '../../core/kernel/text.ts';
import { type Instant, parseMoment } from '../../core/kernel/time.ts';
import { ALIAS_LENGTHS } from '../../core/trips/city.ts';

/**
 * The keywords that the catalogue schema adds to JSON Schema. A keyword checks a value and replaces the value by its
 * parsed form.
 */

/** A parsed value or a fault. A fault is printed after its JSON pointer: `/cities/0/name must not be empty`. */
type Reading = { readonly value: unknown } | { readonly fault: string };

const fault = (message: string): Reading => ({ fault: message });

function readText(text: string, limit: number): Reading {
  const value = shownIn(withoutDirection(text).normalize('NFC').trim());
  const forbidden = forbiddenIn(value);
  if (forbidden !== undefined) return fault(`must not contain ${forbidden}`);
  if (value === '') return fault('must not be empty');
  return lengthOf(value) > limit ? fault(`must be at most ${limit} characters long`) : { value };
}

/** A name needs a letter or a digit. */
const readName = (text: string): Reading => (nameIn(text) === '' ? fault('must not be empty') : { value: text });

/** Parses a value with a check of the core. If the check throws, its message becomes the fault. */
function checked(value: string, check: (value: string) => void): Reading {
  try {
    check(value);
    return { value };
  } catch (error) {
    if (error instanceof Refusal) return fault(error.message);
    throw error;
  }
}

const onText =
  (limit: number, read: (text: string) => Reading) =>
  (text: string): Reading => {
    const shaped = readText(text, limit);
    return 'value' in shaped ? read(shaped.value as string) : shaped;
  };

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

const READERS = {
  email: onText(254, (text) => checked(normalEmail(text), checkOperatorEmail)),
  phone: onText(30, (text) => checked(text, checkOperatorPhone)),
  name: onText(150, readName),
  city: onText(100, readName),
  alias: onText(ALIAS_LENGTHS.max, (text) =>
    lengthOf(text) < ALIAS_LENGTHS.min
      ? fault(`must be at least ${ALIAS_LENGTHS.min} characters long`)
      : readName(text),
  ),
  person: onText(150, (text) =>
    nameIn(text) === ''
      ? fault('must not be empty')
      : checked(text, (name) => {
          checkName('full_name', name);
        }),
  ),
  // A password is never trimmed.
  password: (text: string) =>
    forbiddenIn(text) === undefined
      ? checked(text, (word) => {
          checkOperatorPassword('password', word);
        })
      : fault('must not contain control characters'),
  upperCase: onText(50, (text) => ({ value: text.toUpperCase() })),
  timeOfDay: (text: string) => (TIME.test(text) ? { value: text } : fault('must be a time of day such as 07:00')),
  day: (text: string) => (isDay(text) ? { value: text } : fault('must be a real day such as 2027-04-13')),
  moment: (text: string) => {
    const value = parseMoment(text);
    return value === undefined
      ? fault('must be a real moment in ISO 8601 with its offset from UTC, such as 2026-12-01T01:15:00Z')
      : { value };
  },
} as const satisfies Record<string, (text: string) => Reading>;

const MAX_RUPEES = 10_000_000;

function readRupees(amount: number): Reading {
  const value = parseRupees(String(amount));
  if (value === undefined) return fault('must be an amount in rupees with at most two decimals');
  return amount > 0 && amount <= MAX_RUPEES ? { value } : fault(`must be above 0 and at most ${MAX_RUPEES} rupees`);
}

function keyword<Schema, Data>(
  name: string,
  type: 'string' | 'number',
  read: (rule: Schema, data: Data) => Reading,
): KeywordDefinition {
  const validate: SchemaValidateFunction = (rule: Schema, data: Data, _schema, context) => {
    const reading = read(rule, data);
    if ('fault' in reading) {
      validate.errors = [{ keyword: name, message: reading.fault, params: {} }];
      return false;
    }
    if (context) Reflect.set(context.parentData, context.parentDataProperty, reading.value);
    return true;
  };
  return { keyword: name, type, modifying: true, errors: true, validate };
}

const own = (row: object, field: string): boolean => Object.hasOwn(row, field);

/** Checks that a schedule has either one departure and arrival, or daily times. */
const validateTimes: SchemaValidateFunction = (_rule: true, row: object) => {
  const daily = own(row, 'daily');
  const wrong = ['departure_time', 'arrival_time'].filter((field) => own(row, field) === daily);
  validateTimes.errors = wrong.map((field) =>
    daily
      ? { keyword: 'times', message: 'cannot be combined with daily: give one or the other', params: { beside: field } }
      : { keyword: 'required', params: { missingProperty: field } },
  );
  return wrong.length === 0;
};

export function addKeywords(ajv: Ajv2020): void {
  ajv.addKeyword(keyword('text', 'string', (limit: number, data: string) => readText(data, limit)));
  ajv.addKeyword(keyword('reads', 'string', (reader: keyof typeof READERS, data: string) => READERS[reader](data)));
  ajv.addKeyword(keyword('rupees', 'number', (_rule: true, data: number) => readRupees(data)));
  ajv.addKeyword({ keyword: 'times', type: 'object', errors: true, validate: validateTimes });
}

/**
 * The keywords as plain JSON Schema. The plain schema accepts the same values, except texts with blanks at their ends.
 */
export const AS_JSON_SCHEMA: Readonly<Record<string, (rule: never) => Readonly<Record<string, unknown>>>> = {
  text: (limit: number) => ({ minLength: 1, maxLength: limit }),
  reads: (reader: keyof typeof READERS) => READ_AS[reader],
  rupees: () => ({ exclusiveMinimum: 0, maximum: MAX_RUPEES, description: 'NPR, at most two decimals.' }),
  times: () => ({
    oneOf: [
      { required: ['departure_time', 'arrival_time'], not: { required: ['daily'] } },
      { required: ['daily'], not: { anyOf: [{ required: ['departure_time'] }, { required: ['arrival_time'] }] } },
    ],
  }),
};

const READ_AS: Readonly<Record<keyof typeof READERS, Readonly<Record<string, unknown>>>> = {
  email: { format: 'email', maxLength: 254 },
  phone: { maxLength: 30 },
  name: { minLength: 1, maxLength: 150 },
  city: { minLength: 1, maxLength: 100 },
  alias: { minLength: ALIAS_LENGTHS.min, maxLength: ALIAS_LENGTHS.max },
  person: { minLength: 1, maxLength: 150 },
  password: {
    minLength: 6,
    maxLength: 128,
    description:
      'Stored as a hash. It does not change the password of a user who exists already, unless their address was never verified.',
  },
  upperCase: { minLength: 1, maxLength: 50, description: 'Stored in upper case.' },
  timeOfDay: { pattern: TIME.source, description: 'In the time zone of the service.' },
  day: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
  moment: { format: 'date-time', description: 'With its offset from UTC.' },
};

/** Text that is not empty, with blanks at both ends removed, in Unicode NFC. */
export const text = (limit: number, options: SchemaOptions = {}) =>
  Type.Unsafe<string>({ type: 'string', text: limit, ...options });

export const reads = (reader: Exclude<keyof typeof READERS, 'moment'>, options: SchemaOptions = {}) =>
  Type.Unsafe<string>({ type: 'string', reads: reader, ...options });

export const moment = (options: SchemaOptions = {}) =>
  Type.Unsafe<Instant>({ type: 'string', reads: 'moment', ...options });

export const rupees = (options: SchemaOptions = {}) => Type.Unsafe<Paisa>({ type: 'number', rupees: true, ...options });
