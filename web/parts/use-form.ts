import { type Signal, useSignal } from '@preact/signals';

/** The names of the fields whose values are texts. */
type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

export interface TypedForm<Values> {
  /** The values that the user has typed, by the names of the request's fields. */
  readonly typed: Signal<Values>;
  readonly change: (changes: Partial<Values>) => void;
  /** Value, error and change of one field, as `Field`, `Select` and others take them. */
  readonly field: <Name extends TextName<Values>>(
    name: Name,
    errorOf: (field: string) => string | undefined,
  ) => {
    readonly value: Values[Name];
    readonly error: string | undefined;
    readonly onValue: (value: string) => void;
  };
}

/** Keeps what the user types into a form. `Form` and `QuestionForm` send it, and know what is wrong with a field. */
export function useForm<Values extends object>(beginning: Values): TypedForm<Values> {
  const typed = useSignal(beginning);
  const change = (changes: Partial<Values>): void => void (typed.value = { ...typed.value, ...changes });
  return {
    typed,
    change,
    field: (name, errorOf) => ({
      value: typed.value[name],
      error: errorOf(name),
      onValue: (value) => change({ [name]: value } as unknown as Partial<Values>),
    }),
  };
}
