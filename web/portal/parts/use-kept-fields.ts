import { type ReadonlySignal, effect, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { session } from '../session.ts';
import { forgetForm, keepForm, keptForm } from './kept-form.ts';

/** The fields of a form by name. A signal is one. */
type Fields = Readonly<Record<string, { value: unknown }>>;
type Values = Readonly<Record<string, unknown>>;

interface Kept {
  readonly basis: string;
  readonly values: Values;
}

export interface KeptFields {
  /** True if the fields show what the user typed before a reload, a sign-in or another page. */
  readonly isResumed: ReadonlySignal<boolean>;
  /** Empties the form again, as if the user had typed nothing. */
  readonly beginAgain: () => void;
  /** Call it once the service has saved the fields. They are kept again when the user goes on typing. */
  readonly saved: () => void;
}

/** A page keeps its fields when the user leaves it. A dialog drops them when it closes. */
type Life = 'page' | 'dialog';

const valuesOf = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));

/**
 * Keeps what the user types into `fields`, through a reload and through a session that ends. `basis` is the saved thing
 * that the form changes. If it is different now, the kept fields would undo somebody's change, so they are dropped.
 */
export function useKeptFields(form: string, basis: unknown, fields: Fields, life: Life = 'page'): KeptFields {
  const owner = session.user.peek()?.id;
  const isResumed = useSignal(false);
  const began = useRef<Values>(undefined);
  const text = JSON.stringify(basis ?? null);
  // The basis on which the user began to type. Under a later basis, old fields would count as new after a reload.
  const basisAtStart = useRef(text);
  const isSaved = useRef(false);
  if (isSaved.current) {
    basisAtStart.current = text;
    isSaved.current = JSON.stringify(valuesOf(fields)) === JSON.stringify(began.current);
  }
  const fill = (values: Values): void => {
    for (const [name, field] of Object.entries(fields)) if (name in values) field.value = values[name];
  };
  if (began.current === undefined) {
    began.current = valuesOf(fields);
    const kept = keptForm<Kept>(form, owner);
    if (kept?.basis === text) {
      fill(kept.values);
      isResumed.value = true;
    }
  }
  const keep = useRef<() => void>(undefined);
  keep.current = () => {
    const values = valuesOf(fields);
    if (JSON.stringify(values) === JSON.stringify(began.current)) forgetForm(form, owner);
    else {
      const kept: Kept = { basis: basisAtStart.current, values };
      keepForm(form, owner, kept, session.user.peek()?.id !== owner);
    }
  };
  // A layout effect runs before the user can type. An ordinary effect comes a frame later and would miss a fast reload.
  useLayoutEffect(() => {
    const stop = effect(() => keep.current?.());
    return () => {
      stop();
      if (life === 'dialog' && session.user.peek()?.id === owner) forgetForm(form, owner);
    };
  }, []);
  return {
    isResumed,
    beginAgain: () => {
      fill(began.current ?? {});
      isResumed.value = false;
    },
    saved: () => {
      began.current = valuesOf(fields);
      isSaved.current = true;
      isResumed.value = false;
      forgetForm(form, owner);
    },
  };
}
