import { useSignal } from '@preact/signals';
import { w } from '../words/shared.ts';
import { Field } from './field.tsx';

/** A rule for new passwords. The page shows it while the user types, before the service could refuse the password. */
export interface PasswordRule {
  readonly text: string;
  readonly isMet: (password: string) => boolean;
}

const Rules = ({ rules, value }: { readonly rules: readonly PasswordRule[]; readonly value: string }) => (
  <>
    {rules.map(({ text, isMet }) => (
      <span key={text} class={isMet(value) ? 'rule met' : 'rule'}>
        {isMet(value) ? '✓' : '○'} {text}
      </span>
    ))}
  </>
);

/** A password field with a button that makes the password readable. */
export function PasswordField({
  isNew = false,
  rules = [],
  ...field
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** True for a new password: the browser offers to generate one, instead of filling in the old one. */
  readonly isNew?: boolean;
  readonly name?: string;
  /** Whether the field must be filled in. True by default. */
  readonly required?: boolean;
  readonly hint?: string | undefined;
  /** The rules for a new password, ticked off while it is typed. */
  readonly rules?: readonly PasswordRule[];
  readonly error?: string | undefined;
}) {
  const isShown = useSignal(false);
  return (
    <Field
      {...field}
      hint={rules.length > 0 ? <Rules rules={rules} value={field.value} /> : field.hint}
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
