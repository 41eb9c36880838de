import { useId } from 'preact/hooks';

/** A labelled file input. */
export function FileField({
  label,
  accept,
  hint,
  error,
  onFile,
}: {
  readonly label: string;
  readonly accept: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly onFile: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
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
