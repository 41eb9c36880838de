import type { Signal } from '@preact/signals';
import { plainDigits } from '../words/digits.ts';
import { Field } from './field.tsx';

/** A field for a code from an e-mail. Phones offer to fill in the code. */
export const CodeField = ({
  label,
  code,
  error,
}: {
  readonly label: string;
  readonly code: Signal<string>;
  readonly error: string | undefined;
}) => (
  <Field
    label={label}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    value={code.value}
    onValue={(value) => (code.value = value)}
    error={error}
  />
);

/** The typed code, with Latin digits. */
export const codeIn = ({ value }: Signal<string>): string => plainDigits(value).trim();
