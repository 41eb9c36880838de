import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';
import { w } from '../words/shared.ts';
import { useFreshError } from './fresh-error.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Whether the field must be filled in. True by default. */
  readonly required?: boolean;
  readonly hint?: ComponentChildren;
  /** The error below the field, until its value changes. */
  readonly error?: string | undefined;
  readonly type?:
    'text' | 'email' | 'tel' | 'password' | 'number' | 'date' | 'time' | 'search' | 'url' | 'datetime-local';
  readonly name?: string;
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email' | 'text' | 'search';
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: string | number;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
  /** A small button at the end of the input. */
  readonly after?: ComponentChildren;
  readonly onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

/** A labelled input with hint and error. */
export function Field({ label, value, onValue, hint, error: said, required, after, ...input }: Props) {
  const id = useId();
  const error = useFreshError(said, value);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required === false && <span class="faint"> ({w.value.optional})</span>}
      </label>
      <div class="input-line">
        <input
          id={id}
          value={value}
          required={required !== false}
          aria-invalid={error ? true : undefined}
          aria-describedby={told || undefined}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
          // Preact's types depend on the input's type, which is not known here.
          {...(input as object)}
        />
        {after}
      </div>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
