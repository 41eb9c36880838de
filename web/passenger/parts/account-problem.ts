import type { Sending } from '../../parts/form.tsx';
import { w } from '../words.ts';

/** What to say below a field of the account's forms. */
export function accountProblem(sending: Sending, field: string): string | undefined {
  const error = sending.errorOf(field);
  return error && error !== w.value.account.missing ? (w.value.account.wrong[field] ?? error) : error;
}

/** Whether all of these are filled in; what isn't is said. */
export function isFilledIn(sending: Sending, fields: Readonly<Record<string, string>>): boolean {
  const { missing } = w.value.account;
  const empty = Object.entries(fields).filter(([, value]) => value.trim() === '');
  if (empty.length > 0) sending.refuse('', Object.fromEntries(empty.map(([name]) => [name, missing])));
  return empty.length === 0;
}
