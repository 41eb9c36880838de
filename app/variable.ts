import type { Read } from './variable-readers.ts';

/** A variable of the environment. */
export interface Variable<Value> {
  /** The default text, as a person would write it in the environment. Undefined if the variable has no default. */
  readonly fallback: string | undefined;
  readonly meaning: string;
  readonly read: Read<Value>;
  /** Whether the variable must be set in production, because its default is only for development. */
  readonly explicit?: boolean;
}

export const variable = <Value>(
  fallback: string | undefined,
  read: Read<Value>,
  meaning: string,
  explicit = false,
): Variable<Value> => ({ fallback, meaning, read, explicit });
