import type { Signal } from '@preact/signals';
import type { Sending } from '../../../parts/form.tsx';
import { PasswordField } from '../../../parts/password-field.tsx';
import { w } from '../../words.ts';
import { passwordRules } from './password-rules.ts';

export interface NewPassword {
  readonly chosen: string;
  readonly again: string;
}

/** Two fields for a new password: the password, and its repetition. */
export function NewPasswordFields({
  typed,
  sending,
  field,
  label,
  repeatLabel,
}: {
  readonly typed: Signal<NewPassword>;
  readonly sending: Sending;
  /** The name of the password's field in the request. */
  readonly field: string;
  readonly label: string;
  readonly repeatLabel: string;
}) {
  return (
    <>
      <PasswordField
        isNew
        label={label}
        name="password"
        rules={passwordRules()}
        value={typed.value.chosen}
        onValue={(chosen) => (typed.value = { ...typed.value, chosen })}
        error={sending.errorOf(field)}
      />
      <PasswordField
        isNew
        label={repeatLabel}
        name="again"
        value={typed.value.again}
        onValue={(again) => (typed.value = { ...typed.value, again })}
        error={sending.errorOf('again')}
      />
    </>
  );
}

/** Whether both passwords are the same. Shows an error if not. */
export function areSame({ chosen, again }: NewPassword, sending: Sending): boolean {
  if (chosen === again) return true;
  sending.refuse('', { again: w.value.entrance.notTheSame });
  return false;
}
