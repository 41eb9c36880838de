import type { Signal } from '@preact/signals';
import { plainDigits } from './digits.ts';
import { Field } from './field.tsx';

/** For the digits of a mailed code: phones offer to fill them in. */
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

/** The code that somebody has typed, in whichever digits. */
export const codeIn = ({ value }: Signal<string>): string => plainDigits(value).trim();
