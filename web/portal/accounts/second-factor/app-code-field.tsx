import type { Signal } from '@preact/signals';
import { Field } from '../../../parts/field.tsx';
import { w } from '../../words.ts';

/**
 * A field for a code of the authenticator app, or for a recovery code. Recovery codes contain letters, so phones show
 * the full keyboard for them.
 */
export const AppCodeField = ({
  code,
  error,
  isRecovery = false,
}: {
  readonly code: Signal<string>;
  readonly error: string | undefined;
  readonly isRecovery?: boolean;
}) => (
  <Field
    label={w.value.secondFactor.code}
    name="code"
    inputMode={isRecovery ? 'text' : 'numeric'}
    autoComplete={isRecovery ? 'off' : 'one-time-code'}
    spellcheck={false}
    maxLength={20}
    hint={isRecovery ? w.value.secondFactor.recoveryHint : w.value.secondFactor.codeHint}
    value={code.value}
    onValue={(value) => (code.value = value)}
    error={error}
  />
);
