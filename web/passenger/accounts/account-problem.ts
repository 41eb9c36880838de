import { settings } from '../../api/settings.ts';
import type { Sending } from '../../parts/form.tsx';
import { sayProblems } from '../../parts/problem-text.ts';
import { w } from '../words.ts';

sayProblems(({ code }) =>
  code === 'ACCOUNT_NOT_ACTIVE' ? w.value.account.suspended(settings.support_contact) : undefined,
);

/** The error below a field of an account form. */
export function accountProblem(sending: Sending, field: string): string | undefined {
  const error = sending.errorOf(field);
  return error && error !== w.value.account.missing ? (w.value.account.wrong[field] ?? error) : error;
}

/** Whether all fields are filled in. Shows an error at each empty field. */
export function isFilledIn(sending: Sending, fields: Readonly<Record<string, string>>): boolean {
  const { missing } = w.value.account;
  const empty = Object.entries(fields).filter(([, value]) => value.trim() === '');
  if (empty.length > 0) sending.refuse('', Object.fromEntries(empty.map(([name]) => [name, missing])));
  return empty.length === 0;
}
