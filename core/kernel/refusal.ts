import type { JsonValue } from './json.ts';

/** The kind of a refusal. The HTTP adapter decides what each kind means in HTTP. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'conflict'
  | 'outdated'
  | 'expired'
  | 'unprocessable'
  | 'locked'
  | 'throttled'
  | 'upstream'
  | 'unavailable';

/** One fault of the input: the field, and a message. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly faults?: readonly Fault[];
  /** Further details for programs, such as the taken seats, by the API's field names. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refused request: a stable code for programs, and a sentence for people. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly extra: NonNullable<Details['extra']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: RefusalKind,
    code: string,
    message: string,
    { faults = [], extra = {}, retryAfterSeconds, cause }: Details = {},
  ) {
    super(message, { cause });
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
    this.faults = faults;
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Makes refusals of one kind and code. The API documentation reads kind and code without making a refusal. */
export interface Refuse<Given extends readonly unknown[] = never> {
  (...given: Given): Refusal;
  readonly kind: RefusalKind;
  readonly code: string;
  /** The sentence. Undefined if each refusal has a sentence of its own. */
  readonly sentence?: string;
}

type Wording = string | (Details & { readonly message: string });

/**
 * Defines a refusal. Each code is written only once, in a call of this function. The result is a function that makes
 * refusals of this code. `wording` is the sentence, or a function that makes the sentence and its details.
 */
export function refusal<Given extends readonly unknown[] = []>(
  kind: RefusalKind,
  code: string,
  wording: string | ((...given: Given) => Wording),
): Refuse<Given> {
  const make = (...given: Given): Refusal => {
    const words = typeof wording === 'string' ? wording : wording(...given);
    return typeof words === 'string' ? new Refusal(kind, code, words) : new Refusal(kind, code, words.message, words);
  };
  return Object.assign(make, { kind, code, ...(typeof wording === 'string' && { sentence: wording }) });
}

/** Refuses input that breaks a rule. The message names the rule, the faults name the fields. */
export const invalid = refusal('invalid', 'VALIDATION', (message: string, ...faults: readonly Fault[]) => ({
  message,
  faults,
}));

/** Refuses one field that breaks a rule. */
export const invalidField = (field: string, message: string): Refusal => invalid(message, { field, message });

/**
 * Throws if input has faults. The refusal has the message of the first fault.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw invalid(`${first.field} ${first.message}.`, ...faults);
}

/**
 * Runs every check, and throws one refusal that names all wrong fields. The refusal has the message of the first failed
 * check, and the first fault of each field.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function checkAll(...checks: readonly (() => void)[]): void {
  const refused = checks.flatMap((check) => refusalOfInput(check) ?? []);
  const faults = new Map<string, Fault>();
  for (const fault of refused.flatMap((refusal) => refusal.faults))
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  if (refused[0]) throw invalid(refused[0].message, ...faults.values());
}

function refusalOfInput(check: () => void): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === invalid.code) return error;
    throw error;
  }
}

/** Refuses a request while the database cannot be reached. */
export const databaseUnavailable = refusal('unavailable', 'DATABASE_UNAVAILABLE', (cause: unknown) => ({
  message: 'The service is busy. Please try again in a moment.',
  retryAfterSeconds: 2,
  cause,
}));

/** Refuses an upload while the disk has no room for its file. */
export const storageFull = refusal('unavailable', 'STORAGE_FULL', (cause: unknown) => ({
  message: 'The file cannot be stored just now. Nothing was changed. Please try again later.',
  retryAfterSeconds: 60,
  cause,
}));
