import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { w } from '../words.ts';

const PAUSE_MS = 300;

/** A list's search field. Searches when typing pauses. */
export function SearchField({
  label = w.value.lists.search,
  value,
  onValue,
  placeholder,
  isLandmark = true,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  /** False for a second field of the page. Screen readers could not tell two landmarks of one kind apart. */
  readonly isLandmark?: boolean;
}) {
  const id = useId();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useSignal(value);

  useEffect(() => () => clearTimeout(pause.current), []);

  const ask = (): void => {
    clearTimeout(pause.current);
    if (typed.value.trim() !== value) onValue(typed.value.trim());
  };

  return (
    <form
      role={isLandmark ? 'search' : undefined}
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        maxLength={100}
        value={typed.value}
        placeholder={placeholder}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          clearTimeout(pause.current);
          pause.current = setTimeout(ask, PAUSE_MS);
        }}
      />
    </form>
  );
}
