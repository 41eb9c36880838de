/*
 * Keeps texts that were typed into a form and not sent yet. They survive a reload, and a session that ends by itself:
 * the same person finds them after signing in again. Signing out deletes them.
 */

interface Kept {
  /** The id of the person who typed. Nobody else gets the form. */
  readonly owner: number | undefined;
  readonly value: unknown;
}

/** The storage key of a form begins with `portal-`, so that the end of a session deletes the form. */
const nameOf = (form: string): string => `portal-form-${form}`;

/** Forms of a session that has ended are kept in memory only, because the computer may be shared. */
const forms = new Map<string, Kept>();

/** Keeps a form for `owner`. `isOver` says that their session has ended: then nothing is written to storage. */
export function keepForm(form: string, owner: number | undefined, value: unknown, isOver: boolean): void {
  const kept: Kept = { owner, value };
  forms.set(form, kept);
  if (!isOver) sessionStorage.setItem(nameOf(form), JSON.stringify(kept));
}

/** The texts that this person typed and did not send; undefined if there are none. */
export function keptForm<Value>(form: string, owner: number | undefined): Value | undefined {
  const stored = sessionStorage.getItem(nameOf(form));
  const kept = forms.get(form) ?? (stored === null ? undefined : (JSON.parse(stored) as Kept));
  return kept?.owner === owner ? (kept?.value as Value | undefined) : undefined;
}

export function forgetForm(form: string): void {
  forms.delete(form);
  sessionStorage.removeItem(nameOf(form));
}

/** Deletes all forms, when their person signs out. */
export function forgetForms(): void {
  for (const form of [...forms.keys()]) forgetForm(form);
}
