import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useFreshError } from './fresh-error.ts';

/** A labelled select field. The `option` elements are its children. */
export function Select({
  label,
  value,
  onValue,
  hint,
  error: said,
  disabled,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const error = useFreshError(said, value);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={told || undefined}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        {children}
      </select>
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
