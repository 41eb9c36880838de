import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { w } from '../words.ts';

const PAUSE_MS = 300;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog, [role=grid]') !== null;

/** A list's search field. Searches when typing pauses; `/` focuses the field from anywhere on the page. */
export function SearchField({
  label = w.value.lists.search,
  value,
  onValue,
  placeholder,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useSignal(value);

  useEffect(() => {
    const jump = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', jump);
    return () => {
      removeEventListener('keydown', jump);
      clearTimeout(pause.current);
    };
  }, []);

  const ask = (): void => {
    clearTimeout(pause.current);
    if (typed.value.trim() !== value) onValue(typed.value.trim());
  };

  return (
    <form
      role="search"
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        maxLength={100}
        value={typed.value}
        placeholder={placeholder}
        title={w.value.lists.searchHint}
        aria-keyshortcuts="/"
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          clearTimeout(pause.current);
          pause.current = setTimeout(ask, PAUSE_MS);
        }}
      />
    </form>
  );
}
