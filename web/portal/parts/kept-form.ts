/*
 * Keeps the texts that a user has typed into a form and not sent yet. The texts survive a reload. If the service ends
 * the session, the same user finds the texts after signing in again. Signing out deletes them.
 */

/**
 * The storage key of a form. It begins with `portal-`, so that the end of a session deletes the form. It contains the
 * owner's id, so that another user's form neither shows nor replaces this one.
 */
const keyOf = (form: string, owner: number | undefined): string => `portal-form-${owner}-${form}`;

/** Forms in memory. After a session has ended, forms are kept only here, because others may use the computer. */
const forms = new Map<string, unknown>();

/** Keeps a form for the user `owner`. If `isOver`, the user's session has ended, so nothing is written to storage. */
export function keepForm(form: string, owner: number | undefined, value: unknown, isOver: boolean): void {
  const key = keyOf(form, owner);
  forms.set(key, value);
  if (!isOver) sessionStorage.setItem(key, JSON.stringify(value));
}

/** The unsent texts that the user `owner` typed into a form; undefined if there are none. */
export function keptForm<Value>(form: string, owner: number | undefined): Value | undefined {
  const key = keyOf(form, owner);
  const stored = sessionStorage.getItem(key);
  return (forms.get(key) ?? (stored === null ? undefined : JSON.parse(stored))) as Value | undefined;
}

/** Whether a form of this page waits for its user. */
export const hasKeptForms = (): boolean => forms.size > 0;

function forget(key: string): void {
  forms.delete(key);
  sessionStorage.removeItem(key);
}

export const forgetForm = (form: string, owner: number | undefined): void => forget(keyOf(form, owner));

/** Deletes all forms that this page has kept in memory. Called when the user signs out. */
export function forgetForms(): void {
  for (const key of [...forms.keys()]) forget(key);
}
