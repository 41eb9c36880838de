import { useId } from 'preact/hooks';
import { useFreshError } from '../../parts/fresh-error.ts';
import { w } from '../words.ts';

interface Props {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly error: string | undefined;
}

/** A checkbox with a hint below, and the service's refusal until the box changes. */
function Said({ label, hint, isChecked, onChange, error }: Props & { readonly label: string; readonly hint: string }) {
  const id = useId();
  const wrong = useFreshError(error, isChecked);
  return (
    <div class="said">
      <label class="choice">
        <input
          type="checkbox"
          checked={isChecked}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      {wrong && (
        <p id={`${id}-error`} class="field-error">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The field by which a passenger says that they have a disability. Only the crew's list shows it. */
export function DisabilityField(props: Props) {
  const words = w.value.buying;
  return <Said {...props} label={words.disabled} hint={words.disabledHint} error={props.error && words.needOfKept} />;
}

/** The field by which a passenger who travels alone wishes to sit beside a woman. */
export const WishField = (props: Props) => (
  <Said {...props} label={w.value.buying.wish} hint={w.value.buying.wishHint} />
);
