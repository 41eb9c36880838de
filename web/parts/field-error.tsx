import { useFreshError } from './fresh-error.ts';

/** Shows the error of a group of fields, until one of their values changes. */
export function FieldError({
  id,
  error: said,
  value,
}: {
  readonly id?: string;
  readonly error: string | undefined;
  /** The values that the error is about. Another value removes the error. */
  readonly value: unknown;
}) {
  const error = useFreshError(said, value);
  return error === undefined ? null : (
    <p id={id} class="field-error">
      {error}
    </p>
  );
}
