import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { speak } from '../words/dictionary.ts';
import { type Language, LANGUAGES, language } from '../words/language.ts';
import { w } from '../words/shared.ts';
import { toast } from './toast.tsx';

const ALL = Object.keys(LANGUAGES) as Language[];

/** Chooses the language and stores the choice. */
export function LanguageSwitch() {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const close = (): void => {
    isOpen.value = false;
    button.current?.focus();
  };
  const choose = (chosen: Language): void => {
    close();
    void speak(chosen).catch(() => toast(w.value.problems['OFFLINE']!));
  };

  // Runs before paint, so that the next key already reaches the list.
  useLayoutEffect(() => {
    if (isOpen.value) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [isOpen.value]);

  return (
    <div
      class="language"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOpen.value = false;
      }}
    >
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-haspopup="listbox"
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-label={w.value.languageButton(LANGUAGES[language.value])}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {LANGUAGES[language.value]}
      </button>
      <ul
        ref={list}
        id={id}
        role="listbox"
        hidden={!isOpen.value}
        aria-label={w.value.languageButton(LANGUAGES[language.value])}
        onKeyDown={(event) => {
          const at = ALL.indexOf((document.activeElement as HTMLElement).dataset['language'] as Language);
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            list.current
              ?.querySelectorAll<HTMLElement>('[role=option]')
              [(at + step + ALL.length) % ALL.length]?.focus();
          } else if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            choose(ALL[at]!);
          } else if (event.key === 'Escape') close();
        }}
      >
        {ALL.map((one) => (
          <li
            key={one}
            role="option"
            tabIndex={-1}
            lang={one}
            data-language={one}
            aria-selected={one === language.value}
            onClick={() => choose(one)}
          >
            {LANGUAGES[one]}
          </li>
        ))}
      </ul>
    </div>
  );
}
