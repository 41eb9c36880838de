import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useFreshError } from './fresh-error.ts';
import './combobox.css';

export interface Option {
  readonly value: string;
  readonly text: string;
  /** A second text, shown smaller, such as the name in the other script. */
  readonly note?: string;
  readonly noteLanguage?: string;
}

/**
 * An input with proposals (ARIA 1.2 editable combobox with list). Arrow keys move through the list, and Enter chooses
 * an option. Escape closes the list; a second Escape empties the input. Typed text stays when the input loses the
 * focus.
 */
export function Combobox({
  label,
  typed,
  onTyped,
  onTaken,
  onEnter,
  onLeave,
  options,
  listLabel,
  nothing,
  error: said,
  before,
  name,
  placeholder,
}: {
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** Called when an option was chosen. */
  readonly onTaken: (value: string) => void;
  /** Called when the input gets the focus. */
  readonly onEnter?: () => void;
  /** Called when the input loses the focus. */
  readonly onLeave?: () => void;
  /** Matching options, best first. */
  readonly options: readonly Option[];
  /** The list's name for screen readers. */
  readonly listLabel: string;
  /** The text that is shown instead of the list when nothing matches. */
  readonly nothing: string;
  /** The error below the input, until its text changes. */
  readonly error?: string | undefined;
  /** An icon before the input, hidden from screen readers. */
  readonly before?: ComponentChildren;
  readonly name?: string;
  readonly placeholder?: string;
}) {
  const id = useId();
  const error = useFreshError(said, typed);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const list = useRef<HTMLUListElement>(null);
  const at = Math.min(active.value, options.length - 1);

  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const open = (first = -1): void => {
    isOpen.value = true;
    active.value = first;
  };
  const take = (option: Option): void => {
    isOpen.value = false;
    active.value = -1;
    onTaken(option.value);
  };
  const move = (step: 1 | -1): void => {
    if (!isOpen.value) open(step === 1 ? 0 : options.length - 1);
    else active.value = (at + step + options.length + (at < 0 && step === -1 ? 1 : 0)) % Math.max(options.length, 1);
  };

  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <div class="input-line">
        {before}
        <input
          id={id}
          name={name}
          role="combobox"
          autoComplete="off"
          autoCapitalize="words"
          spellcheck={false}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-expanded={isOpen.value}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen.value && at >= 0 ? `${id}-${at}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={typed}
          onFocus={({ currentTarget }) => {
            currentTarget.select();
            onEnter?.();
          }}
          onClick={() => open()}
          onBlur={() => {
            isOpen.value = false;
            onLeave?.();
          }}
          onInput={({ currentTarget }) => {
            onTyped(currentTarget.value);
            open(currentTarget.value.trim() === '' ? -1 : 0);
          }}
          onKeyDown={(event) => {
            const taken = isOpen.value ? options[at] : undefined;
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              move(event.key === 'ArrowDown' ? 1 : -1);
            } else if (event.key === 'Enter' && taken) {
              event.preventDefault();
              take(taken);
            } else if (event.key === 'Tab' && taken && typed.trim() !== '') take(taken);
            else if (event.key === 'Escape') {
              if (isOpen.value) isOpen.value = false;
              else onTyped('');
            }
          }}
        />
      </div>
      <div class="options" hidden={!isOpen.value}>
        <ul id={`${id}-list`} ref={list} role="listbox" aria-label={listLabel}>
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              // A mouse press must not take the focus from the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.text}
              {option.note && (
                <span class="faint" lang={option.noteLanguage}>
                  {option.note}
                </span>
              )}
            </li>
          ))}
        </ul>
        {options.length === 0 && <p class="faint">{nothing}</p>}
      </div>
      <div role="status" class="sr-only">
        {isOpen.value && options.length === 0 && nothing}
      </div>
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
