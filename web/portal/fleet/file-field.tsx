import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { useFreshError } from '../../parts/fresh-error.ts';

/** A labelled file input. */
export function FileField({
  label,
  accept,
  hint,
  error: said,
  onFile,
}: {
  readonly label: string;
  readonly accept: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly onFile: (file: File | undefined) => void;
}) {
  const id = useId();
  const file = useSignal<File | undefined>(undefined);
  const error = useFreshError(said, file.value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={({ currentTarget }) => {
          file.value = currentTarget.files?.[0];
          onFile(file.value);
        }}
      />
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
