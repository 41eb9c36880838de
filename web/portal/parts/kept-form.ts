/*
 * Keeps the texts that a user has typed into a form and not sent yet. The texts survive a reload. If the service ends
 * the session, the same user finds the texts after signing in again. Signing out deletes them.
 */

interface Kept {
  /** The id of the user who typed. No other user gets the form. */
  readonly owner: number | undefined;
  readonly value: unknown;
}

/** The storage key of a form begins with `portal-`, so that the end of a session deletes the form. */
const nameOf = (form: string): string => `portal-form-${form}`;

/** Forms in memory. After a session has ended, forms are kept only here, because others may use the computer. */
const forms = new Map<string, Kept>();

/** Keeps a form for the user `owner`. If `isOver`, the user's session has ended, so nothing is written to storage. */
export function keepForm(form: string, owner: number | undefined, value: unknown, isOver: boolean): void {
  const kept: Kept = { owner, value };
  forms.set(form, kept);
  if (!isOver) sessionStorage.setItem(nameOf(form), JSON.stringify(kept));
}

/** The unsent texts that the user `owner` typed into a form; undefined if there are none. */
export function keptForm<Value>(form: string, owner: number | undefined): Value | undefined {
  const stored = sessionStorage.getItem(nameOf(form));
  const kept = forms.get(form) ?? (stored === null ? undefined : (JSON.parse(stored) as Kept));
  return kept?.owner === owner ? (kept?.value as Value | undefined) : undefined;
}

/** Whether a form of this page waits for its user. */
export const hasKeptForms = (): boolean => forms.size > 0;

export function forgetForm(form: string): void {
  forms.delete(form);
  sessionStorage.removeItem(nameOf(form));
}

/** Deletes all forms that this page has kept in memory. Called when the user signs out. */
export function forgetForms(): void {
  for (const form of [...forms.keys()]) forgetForm(form);
}
