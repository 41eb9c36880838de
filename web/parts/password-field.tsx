import { useSignal } from '@preact/signals';
import { w } from '../words/shared.ts';
import { Field } from './field.tsx';

/** A password field with a button that shows the text. */
export function PasswordField({
  isNew = false,
  ...field
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** A new password: the browser offers to generate one instead of filling in the old one. */
  readonly isNew?: boolean;
  readonly name?: string;
  /** Fields are required unless this is false. */
  readonly required?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}) {
  const isShown = useSignal(false);
  return (
    <Field
      {...field}
      type={isShown.value ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      spellcheck={false}
      after={
        <button type="button" aria-pressed={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
          {w.value.show}
        </button>
      }
    />
  );
}
