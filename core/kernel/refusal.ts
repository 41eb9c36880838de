/** Why a request is refused. What each kind means in HTTP is decided in one place, by the HTTP adapter. */
export type RefusalKind =
  | 'invalid' | 'unauthenticated' | 'forbidden' | 'absent' | 'conflict' | 'expired' | 'unprocessable' | 'locked' | 'throttled'
  | 'upstream' | 'unavailable';

/** One thing wrong with the input. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly faults?: readonly Fault[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A "no" that the caller is told: a stable code for programs and a sentence for people. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: RefusalKind, code: string, message: string, { faults = [], retryAfterSeconds, cause }: Details = {}) {
    super(message, { cause });
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The input breaks a rule: the message says which, the faults say where. */
export const invalid = (message: string, ...faults: readonly Fault[]): Refusal =>
  new Refusal('invalid', 'VALIDATION', message, { faults });

/** One field breaks a rule. */
export const invalidField = (field: string, message: string): Refusal => invalid(message, { field, message });
