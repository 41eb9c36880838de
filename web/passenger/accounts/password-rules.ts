import type { PasswordRule } from '../../parts/password-field.tsx';
import { w } from '../words.ts';

/** The service's rules for passengers' passwords. */
export const passwordRules = (): readonly PasswordRule[] => [
  { text: w.value.account.passwordLength, isMet: (password) => password.length >= 8 },
  { text: w.value.account.passwordDigit, isMet: (password) => /[0-9]/.test(password) },
];
