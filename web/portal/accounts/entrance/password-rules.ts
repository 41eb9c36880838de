import type { PasswordRule } from '../../../parts/password-field.tsx';
import { w } from '../../words.ts';

/** The service's rule for passwords of portal users. */
export const passwordRules = (): readonly PasswordRule[] => [
  { text: w.value.entrance.passwordRule, isMet: (password) => password.length >= 6 },
];
